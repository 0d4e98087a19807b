/** How to reach the server that an address names: NATS' client takes user and password beside the address, not in it. */
export function natsLogin(address: string): { servers: string; user?: string; pass?: string } {
  const url = URL.parse(address);
  if (!url?.username) return { servers: address };
  return { servers: `${url.protocol}//${url.host}`, user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) };
}
