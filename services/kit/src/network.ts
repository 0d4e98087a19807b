import { isIPv4, isIPv6 } from "node:net";

/** An address without the form that IPv4 takes within IPv6. */
export const plainIp = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "");

/** The first groups of an IPv6 address, written in their shortest form. */
export function ipv6Groups(ip: string, count: number): string {
  const [head = "", tail = ""] = ip.split("%")[0]?.split("::") ?? [];
  const [before, after] = [head, tail].map((half) => (half === "" ? [] : half.split(":"))) as [string[], string[]];
  const zeros = Math.max(0, 8 - before.length - after.length);
  const whole = [...before, ...Array<string>(zeros).fill("0"), ...after];
  const groups = whole.slice(0, count).map((part) => Number.parseInt(part, 16).toString(16));
  return groups.join(":");
}

/** Where somebody is as far as tries count: an IPv4 address, or the network of an IPv6 one, in which each home has addresses without end. */
export function networkOf(ip: string): string {
  const plain = plainIp(ip);
  return isIPv6(plain) ? `${ipv6Groups(plain, 4)}::/64` : plain;
}

/** Where somebody is, roughly: enough to see an attack from one network, too little to tell a person. Empty when it is not known. */
export function networkPrefix(ip: string): string {
  const plain = plainIp(ip);
  if (isIPv4(plain)) return `${plain.split(".").slice(0, 3).join(".")}.0/24`;
  return isIPv6(plain) ? `${ipv6Groups(plain, 3)}::/48` : "";
}
