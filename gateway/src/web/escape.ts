const written: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text that is safe inside HTML. */
export const safe = (text: string): string => text.replace(/[&<>"']/g, (one) => written[one] ?? "");
