import { lookup as dnsLookup } from "node:dns";
import { BlockList, isIP, type LookupFunction } from "node:net";

// Two lists: a rule for mapped addresses would otherwise cover every IPv4 address.
const closedV4 = new BlockList();
const closedV6 = new BlockList();
for (const [net, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  closedV4.addSubnet(net, bits, "ipv4");
for (const [net, bits] of [
  ["::", 128],
  ["::1", 128],
  ["::ffff:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  // Ways through which an IPv4 address is reached inside an IPv6 one: Teredo and 6to4.
  ["2001::", 32],
  ["2002::", 16],
  ["2001:db8::", 32],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  closedV6.addSubnet(net, bits, "ipv6");

/** Whether an address is on the public internet; webhooks must not be a way into our own network. */
export const isPublicAddress = (ip: string): boolean => {
  const family = isIP(ip);
  return family === 6 ? !closedV6.check(ip, "ipv6") : family === 4 && !closedV4.check(ip, "ipv4");
};

/** What is wrong with an endpoint's address, or null. `open` allows http and private addresses, for development and tests. */
export function endpointProblem(text: string, open: boolean): string | null {
  if (!URL.canParse(text)) return "invalid url";
  const { protocol, hostname, username, password } = new URL(text);
  if (protocol !== "https:" && !(open && protocol === "http:")) return "The url must start with https://";
  if (username || password) return "The url must not hold a password";
  const literal = hostname.replace(/^\[|\]$/g, "");
  if (!open && isIP(literal) !== 0 && !isPublicAddress(literal)) return "The address is not public";
  if (!open && (literal === "localhost" || !literal.includes("."))) return isIP(literal) ? null : "The address is not public";
  return null;
}

/** Resolves a name and refuses what is not public, at the moment of connecting: a name that changes its mind gains nothing. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  dnsLookup(hostname, { ...options, all: true }, (error, found) => {
    const list = Array.isArray(found) ? found : [];
    const first = list[0];
    if (error || !first) return callback(error ?? new Error("no address"), "", 4);
    if (!list.every(({ address }) => isPublicAddress(address))) return callback(new Error(`${hostname} is not a public address`), "", 4);
    if (options.all) return (callback as unknown as (error: null, all: typeof list) => void)(null, list);
    callback(null, first.address, first.family);
  });
};
