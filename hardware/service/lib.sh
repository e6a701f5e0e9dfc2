# Steps of install.sh; sourced by it. `$stage` is a scratch tree of the files that should be there.
# shellcheck shell=bash disable=SC2154

changes=0

say() { echo "$*"; }

live() { # a step that touches the running system
	if [ "$dry" = yes ]; then
		say "would run: $*"
	elif [ -n "$root" ]; then
		say "left out (other root): $*"
	else
		"$@"
	fi
}

packages() {
	local missing=() name
	for name in python3-venv python3-lgpio i2c-tools raspi-utils; do
		dpkg-query -W -f '${Status}' "$name" 2>/dev/null | grep -q "ok installed" || missing+=("$name")
	done
	[ ${#missing[@]} -eq 0 ] || live apt-get install -y --no-install-recommends "${missing[@]}"
}

put() { # put FILE PLACE [MODE]
	install -D -m "${3:-0644}" "$service/$1" "$stage$2"
}

stage_files() {
	local units=/etc/systemd/system unit
	put croupier.service $units/croupier.service
	put croupier-safe.service $units/croupier-safe.service
	put croupier.sysusers /usr/lib/sysusers.d/croupier.conf
	put croupier.modules /etc/modules-load.d/croupier.conf
	put 70-croupier.rules /etc/udev/rules.d/70-croupier.rules
	put croupier-lamp /usr/lib/systemd/system-shutdown/croupier-lamp 0755
	mkdir -p "$stage/usr/local/bin" && ln -s $prefix/current/bin/croupier "$stage/usr/local/bin/croupier"
	[ "$fifo" = no ] || put fifo.conf $units/croupier.service.d/fifo.conf
	[ "$profile" = event ] || return 0
	put event/var-lib-croupier.mount $units/var-lib-croupier.mount
	put event/service.conf $units/croupier.service.d/event.conf
	put event/service.conf $units/croupier-safe.service.d/event.conf
	put event/journald.conf /etc/systemd/journald.conf.d/croupier.conf
	put event/watchdog.conf /etc/systemd/system.conf.d/croupier.conf
	for unit in apt-daily.timer apt-daily-upgrade.timer man-db.timer dphys-swapfile.service; do
		ln -s /dev/null "$stage$units/$unit"
	done
}

same() { # same A B: equal content, mode, or link
	if [ -L "$1" ] || [ -L "$2" ]; then
		[ -L "$1" ] && [ -L "$2" ] && [ "$(readlink "$1")" = "$(readlink "$2")" ]
	else
		[ -f "$2" ] && cmp -s "$1" "$2" && [ "$(stat -c %a "$1")" = "$(stat -c %a "$2")" ]
	fi
}

show() { # show OLD NEW PLACE: a diff with the names people know
	local old=$1
	[ -e "$old" ] || old=/dev/null
	if [ -L "$2" ]; then
		say "+ $3 -> $(readlink "$2")"
	else
		diff -u --label "$3" --label "$3 (new)" "$old" "$2" || true
	fi
}

write_files() {
	local place list=$base/files
	while IFS= read -r place; do
		if ! same "$stage$place" "$root$place"; then
			changes=$((changes + 1))
			show "$root$place" "$stage$place" "$place"
			[ "$dry" = yes ] || { mkdir -p "$root${place%/*}" && cp -P --preserve=mode "$stage$place" "$root$place"; }
		fi
	done < <(cd "$stage" && find . \( -type f -o -type l \) | sed 's/^\.//' | sort)
	if [ -f "$list" ]; then # what an earlier profile or option needed and this one does not
		while IFS= read -r place; do
			[ -e "$stage$place" ] || [ -L "$stage$place" ] || drop "$place"
		done <"$list"
	fi
	[ "$dry" = yes ] || { mkdir -p "$base" && (cd "$stage" && find . \( -type f -o -type l \) | sed 's/^\.//' | sort) >"$list"; }
}

drop() {
	[ -e "$root$1" ] || [ -L "$root$1" ] || return 0
	changes=$((changes + 1))
	say "- $1"
	[ "$dry" = yes ] || { rm -f "$root$1" && rmdir --ignore-fail-on-non-empty "$root${1%/*}"; }
}

without_block() { # config.txt without our lines; refuses a block that is not closed
	awk -v file="$config" '
		/^# croupier begin$/ { if (inside) exit 3; inside = NR; next }
		/^# croupier end$/ { if (!inside) exit 3; inside = 0; next }
		!inside { print }
		END { if (inside) exit 3 }
	' "$config" || refuse "$config: '# croupier begin' and '# croupier end' do not pair up; mend them by hand"
}

block() {
	say "# croupier begin"
	say "[all]"
	if [ "$slow" = yes ]; then sed 's/baudrate=400000/baudrate=100000/' "$service/config.txt"; else cat "$service/config.txt"; fi
	[ "$uart" = no ] || printf '%s\n' enable_uart=1 dtoverlay=disable-bt "[pi5]" dtparam=uart0=on "[all]"
	say "# croupier end"
}

write_config() { # the only lines of config.txt that are ever touched are ours
	local new
	new=$(mktemp -p "$stage")
	without_block >"$new"
	[ "${1:-}" = remove ] || block >>"$new"
	if ! cmp -s "$new" "$config"; then
		changes=$((changes + 1))
		show "$config" "$new" /boot/firmware/config.txt
		[ "$dry" = yes ] || { [ -f "$config.before-croupier" ] || cp "$config" "$config.before-croupier"; }
		# Written beside and renamed: a power cut leaves the old file or the new one.
		[ "$dry" = yes ] || { cp "$new" "$config.new" && sync "$config.new" && mv "$config.new" "$config"; }
	fi
	rm -f "$new"
}

first_settings() { # written once; from then on it belongs to the table
	local place=/var/lib/croupier/croupier.toml speed=400000
	[ "$slow" = no ] || speed=100000
	if [ -e "$root$place" ]; then
		grep -q "^speed *= *$speed" "$root$place" || say "mind: set speed = $speed under [pods] in $place"
		return 0
	fi
	changes=$((changes + 1))
	say "+ $place"
	[ "$dry" = yes ] || { mkdir -p "$root${place%/*}" && sed "s/^speed = 400000/speed = $speed/" "$service/croupier.toml" >"$root$place"; }
}

fingerprint() { # of what would be installed
	if [ -f "$source" ]; then
		sha256sum <"$source"
	else
		(cd "$source" && find pyproject.toml rules drivers device -type f ! -path '*/__pycache__/*' -print0 | sort -z | xargs -0 sha256sum) | sha256sum
	fi | cut -c1-16
}

environment() { # environment install|update: a new one beside the old, then one switch
	local print env pip
	print=$(fingerprint)
	if [ "$1" = install ] && [ "$(cat "$base/current/croupier.fingerprint" 2>/dev/null || true)" = "$print" ]; then
		return 0
	fi
	changes=$((changes + 1))
	env=$base/env-$(date -u +%Y%m%dT%H%M%S)-$print
	say "+ $prefix/current -> ${env#"$root"}"
	[ "$dry" = no ] || return 0
	pip=("$env/bin/pip" install --quiet --disable-pip-version-check)
	[ -z "$offline" ] || pip+=(--no-index --find-links "$offline")
	mkdir -p "$base"
	if ! { python3 -m venv --system-site-packages "$env" && "${pip[@]}" "$source[pi]" && "$env/bin/croupier" --help >/dev/null; }; then
		rm -rf "$env"
		refuse "the new environment could not be made; the old one is untouched" 74
	fi
	echo "$print" >"$env/croupier.fingerprint"
	[ ! -L "$base/current" ] || point previous "$(readlink "$base/current")"
	point current "${env##*/}"
	prune
}

point() { # point NAME TARGET: a link changed in one step
	ln -sfn "$2" "$base/$1.new" && mv -T "$base/$1.new" "$base/$1"
}

prune() { # keep the current environment and the one before
	local env
	for env in "$base"/env-*; do
		case ${env##*/} in
		"$(readlink "$base/current")" | "$(readlink "$base/previous" || true)") ;;
		*) rm -rf "$env" ;;
		esac
	done
}

switch_back() {
	local now before
	[ -L "$base/previous" ] || refuse "there is no environment before this one"
	now=$(readlink "$base/current") before=$(readlink "$base/previous")
	say "+ $prefix/current -> $prefix/$before"
	[ "$dry" = yes ] || { point current "$before" && point previous "$now"; }
}

restart_or_back() { # Type=notify: restart returns when the table says it is ready, or fails
	live systemctl restart croupier.service && return 0
	say "the new version does not start; going back"
	switch_back
	live systemctl restart croupier.service
	exit 74
}

enable_units() {
	[ "$changes" -gt 0 ] || return 0
	live systemd-sysusers
	live systemctl daemon-reload
	live udevadm control --reload
	live udevadm trigger --subsystem-match=tty
	[ "$profile" = table ] || live systemctl enable var-lib-croupier.mount
	live systemctl enable croupier.service
}

event_hints() {
	say "event profile: now label the data partition and make the root read-only, see hardware/event.md"
}

finished() {
	if [ "$changes" -eq 0 ]; then
		say "nothing to change"
	elif [ "$dry" = yes ]; then
		say "$changes changes, none made (dry run)"
	else
		say "$changes changes made; reboot, then run: croupier doctor"
	fi
}

remove_all() {
	live systemctl disable --now croupier.service croupier-safe.service
	if [ -f "$base/files" ]; then
		while IFS= read -r place; do drop "$place"; done <"$base/files"
	fi
	write_config remove
	[ "$dry" = yes ] || rm -f "$config.before-croupier"
	if [ -d "$base" ]; then
		changes=$((changes + 1))
		say "- $prefix"
		[ "$dry" = yes ] || rm -rf "$base"
	fi
	if [ "$purge" = yes ] && [ -d "$root/var/lib/croupier" ]; then
		say "- /var/lib/croupier (games and settings)"
		[ "$dry" = yes ] || rm -rf "$root/var/lib/croupier"
	fi
	live systemctl daemon-reload
	[ "$purge" = yes ] || say "kept: /var/lib/croupier (games and settings)"
}

status() {
	local link
	for link in current previous; do
		say "$link: $(readlink "$base/$link" || echo none)"
	done
	say "config.txt: $(grep -c '^# croupier begin$' "$config" || true) block"
	live systemctl --no-pager --lines=0 status croupier.service || true
}
