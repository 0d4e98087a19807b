/** The name under which the proof of a domain stands in its DNS. */
export const proofName = (domain: string): string => `_leashline.${domain}`;

/** As long as a name may be, with the proof's in front of it. */
const LONGEST = 253 - proofName("").length;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Names that lead nowhere from outside. */
const INWARD = /(^|\.)(localhost|local|internal|onion|arpa)$/;

type Domain = { domain: string; problem?: never } | { problem: string; domain?: never };

const NO_NAME = "should be a name alone, like book.example.com, with nothing before or after it";

/** A domain of a shop's own as DNS has it, lower case and in punycode; or what is wrong with what was typed, in words. Empty stays empty. */
export function domainOf(typed: string): Domain {
  const text = typed.trim().normalize("NFC");
  if (text === "") return { domain: "" };
  if (!/^[\p{L}\p{N}\p{M}.\u3002-]+$/u.test(text) || !URL.canParse(`http://${text}`)) return { problem: NO_NAME };
  const domain = new URL(`http://${text}`).hostname.replace(/\.$/, "");
  if (/^\d+(\.\d+){3}$/.test(domain)) return { problem: "should be a name, not the number of a machine" };
  const labels = domain.split(".");
  if (domain.length > LONGEST) return { problem: `should have at most ${LONGEST} letters` };
  if (labels.length < 2) return { problem: "should have an ending like .com" };
  if (!labels.every((label) => LABEL.test(label)) || !/[a-z]/.test(labels.at(-1) ?? "")) return { problem: NO_NAME };
  return INWARD.test(domain) ? { problem: "leads nowhere on the internet" } : { domain };
}

/** Where a domain shows its page: as the main address is spoken to, by another name. */
export function originAt(domain: string, publicUrl: string | URL): string {
  const { protocol, port } = new URL(publicUrl);
  return `${protocol}//${domain}${port && `:${port}`}`;
}
