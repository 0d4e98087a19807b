/** Empty, or a web address with its scheme (core §5). Answers what is wrong, or null. */
export function webAddressProblem(text: string): string | null {
  if (text === "") return null;
  if (!/^https?:\/\//i.test(text)) return "The url should start with http:// or https://";
  if (/\s/.test(text) || !URL.canParse(text)) return "invalid url";
  return /^[^.\s]+(\.[^.\s]+)+$|^localhost$|^\[[0-9a-f:]+\]$/i.test(new URL(text).hostname) ? null : "invalid url";
}
