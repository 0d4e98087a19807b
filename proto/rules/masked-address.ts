const SHOWN = 4;

/** Enough of a phone number or an email address to know it again, and too little to use it. */
export function maskedAddress(method: string, address: string): string {
  if (address === "") return "";
  if (method === "sms") return `…${address.slice(-SHOWN)}`;
  const [name = "", domain = ""] = address.split("@");
  return `${name.slice(0, 1)}…@${domain}`;
}
