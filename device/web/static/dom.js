// Elements as data and the one function that makes a page agree with them. Text is only ever text.
const SVG = 'http://www.w3.org/2000/svg';

/** An element: h('p', {class: 'soft'}, 'text', h('b', {}, name)). Null, false and '' children are left out. */
export const h = (tag, attrs = {}, ...kids) => ({
  tag, attrs, svg: false, kids: kids.flat(9).filter((k) => k !== null && k !== undefined && k !== false && k !== ''),
});
export const s = (tag, attrs, ...kids) => ({ ...h(tag, attrs, ...kids), svg: true });

/** Make the children of `parent` these; elements that stay (same place or same `key`, same tag) are kept. */
export function paint(parent, ...kids) {
  const wanted = h('', {}, ...kids).kids;
  wanted.forEach((want, i) => place(parent, want, i));
  while (parent.childNodes.length > wanted.length) parent.lastChild.remove();
}

function place(parent, want, i) {
  let have = parent.childNodes[i];
  if (typeof want !== 'object') {
    if (have?.nodeType === 3) { if (have.data !== String(want)) have.data = want; } else {
      parent.insertBefore(document.createTextNode(want), have ?? null);
    }
    return;
  }
  const key = want.attrs.key;
  if (key !== undefined && have?.vkey !== key) {
    const found = [...parent.childNodes].slice(i).find((n) => n.vkey === key);
    if (found) { parent.insertBefore(found, have); have = found; }
  }
  if (have?.nodeType !== 1 || have.localName !== want.tag || have.vkey !== key) {
    const made = want.svg ? document.createElementNS(SVG, want.tag) : document.createElement(want.tag);
    made.vkey = key;
    parent.insertBefore(made, have ?? null);
    have = made;
  }
  dress(have, want.attrs);
  if (!('own' in want.attrs)) paint(have, ...want.kids);
}

function dress(element, attrs) {
  const old = element.vattrs ?? {};
  for (const name of Object.keys(old)) if (!(name in attrs)) take(element, name);
  for (const [name, value] of Object.entries(attrs)) if (old[name] !== value) put(element, name, value);
  element.vattrs = attrs;
}

function put(element, name, value) {
  if (name === 'key' || name === 'own') return;
  if (name.startsWith('on')) element[name] = value;
  else if (name === 'style') for (const [k, v] of Object.entries(value)) element.style.setProperty(k, v);
  else if (name === 'value') { if (element !== document.activeElement) element.value = value; }
  else if (value === false || value === null || value === undefined) take(element, name);
  else if (typeof value === 'boolean') element.setAttribute(name, '');
  else element.setAttribute(name, value);
}

function take(element, name) {
  if (name.startsWith('on')) element[name] = null;
  else element.removeAttribute(name);
}

/** The page's element with this id. */
export const $ = (id) => document.getElementById(id);
