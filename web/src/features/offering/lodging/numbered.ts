/** These names and `count` more: "Kennel 1", "Kennel 2" and so on, going on after the highest number there is. */
export function numbered(label: string, names: readonly string[], count: number): string[] {
  const used = names.flatMap((name) => (name.startsWith(`${label} `) ? Number(name.slice(label.length + 1)) || [] : []));
  const first = Math.max(0, ...used) + 1;
  return [...names, ...Array.from({ length: count }, (_, index) => `${label} ${first + index}`)];
}
