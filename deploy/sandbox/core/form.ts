/** A decoded form body: `a[b][]=1` becomes {a: {b: {"0": "1"}}}; lists are read with `list`. */
export type Form = { [key: string]: string | Form };

export function parseForm(body: string | URLSearchParams): Form {
  const root: Form = Object.create(null) as Form;
  for (const [name, value] of new URLSearchParams(body)) insert(root, path(name), value);
  return root;
}

function path(name: string): string[] {
  const open = name.indexOf("[");
  if (open < 0) return [name];
  const inner = [...name.slice(open).matchAll(/\[([^\]]*)\]/g)].map((part) => part[1] ?? "");
  return [name.slice(0, open), ...inner];
}

function insert(root: Form, keys: string[], value: string): void {
  let node = root;
  keys.forEach((raw, i) => {
    const key = raw === "" ? String(Object.keys(node).length) : raw;
    if (i === keys.length - 1) {
      node[key] = value;
      return;
    }
    const next = node[key];
    if (typeof next === "object") node = next;
    else {
      const made: Form = Object.create(null) as Form;
      node[key] = made;
      node = made;
    }
  });
}

export function text(form: Form | undefined, key: string): string | undefined {
  const value = form?.[key];
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function group(form: Form | undefined, key: string): Form | undefined {
  const value = form?.[key];
  return typeof value === "object" ? value : undefined;
}

export function list(form: Form | undefined, key: string): string[] {
  const value = form?.[key];
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : Object.values(value).filter((item) => typeof item === "string");
}

export function flag(form: Form | undefined, key: string): boolean {
  return text(form, key) === "true";
}
