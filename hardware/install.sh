#!/usr/bin/env bash
# Installs Croupier on Raspberry Pi OS Bookworm or Trixie. Running it twice changes nothing the second time.
set -euo pipefail

usage() {
	cat <<'TEXT'
usage: hardware/install.sh [install | update | rollback | uninstall | status] [options]

  install     make the environment and write every file that differs (the default)
  update      make a new environment, switch to it, go back by itself if the table does not start
  rollback    switch back to the environment before
  uninstall   remove everything but the table's data; --purge removes that too
  status      say what is installed

  --dry-run          change nothing: show what would be run, and each file as a diff
  --source PATH      a wheel, or a checkout of Croupier (default: the one this script is in)
  --offline DIR      take all Python packages from this folder of wheels, no network
  --profile NAME     table (default) or event (read-only root, data on its own partition)
  --fifo             real-time scheduling for the whole process
  --uart             a dice tower wired to the header (UART0)
  --slow             100 kHz instead of 400 kHz on the pods' bus
  --root DIR         work on this folder instead of / (for tests); live steps are left out
TEXT
}

refuse() { echo "install.sh: $1" >&2; exit "${2:-2}"; }

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
action=install root= dry=no profile=table fifo=no uart=no slow=no purge=no source=${here%/hardware} offline=

while [ $# -gt 0 ]; do
	case $1 in
	install | update | rollback | uninstall | status) action=$1 ;;
	--dry-run) dry=yes ;;
	--fifo) fifo=yes ;;
	--uart) uart=yes ;;
	--slow) slow=yes ;;
	--purge) purge=yes ;;
	--root | --source | --offline | --profile)
		[ $# -gt 1 ] || refuse "$1 needs a value; see --help"
		declare "${1#--}=$2"
		shift
		;;
	-h | --help) usage; exit 0 ;;
	*) refuse "unknown word '$1'; see --help" ;;
	esac
	shift
done
case $profile in table | event) ;; *) refuse "--profile is 'table' or 'event', not '$profile'" ;; esac
[ -e "$source" ] || refuse "--source $source does not exist"
root=${root%/}

service=$here/service
prefix=/opt/croupier
base=$root$prefix
config=$root/boot/firmware/config.txt
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
# shellcheck source=hardware/service/lib.sh
. "$service/lib.sh"

check_system() {
	local name
	name=$(sed -n 's/^VERSION_CODENAME=//p' "$root/etc/os-release" 2>/dev/null || true)
	case $name in
	bookworm | trixie) ;;
	*) refuse "this is '${name:-unknown}', not Raspberry Pi OS Bookworm or Trixie" 74 ;;
	esac
	[ -f "$config" ] || refuse "$config is missing: is this Raspberry Pi OS?" 74
	[ "$dry" = yes ] || [ -n "$root" ] || [ "$(id -u)" = 0 ] || refuse "run it with sudo" 74
	if [ "$dry" = no ] && [ -z "$root" ] && findmnt -n -o FSTYPE / | grep -q overlay; then
		refuse "the root is read-only (event profile): sudo raspi-config nonint disable_overlayfs, reboot, try again" 74
	fi
}

install_all() {
	packages
	stage_files
	write_files
	write_config
	first_settings
	environment install
	enable_units
	[ "$profile" = table ] || event_hints
	finished
}

case $action in
install) check_system; install_all ;;
update) check_system; environment update; restart_or_back ;;
rollback) check_system; switch_back; live systemctl restart croupier.service ;;
uninstall) check_system; remove_all ;;
status) status ;;
esac
