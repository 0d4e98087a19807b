/** Which Host headers are answered: our public address, the allowed ones, and this machine by its own names. */
export function hostCheck(publicUrl: URL, allowed: readonly string[], port: number): (host: string | undefined) => boolean {
  const hosts = new Set<string>([publicUrl.host, publicUrl.hostname, ...allowed.map((host) => host.toLowerCase())]);
  for (const name of ["localhost", "127.0.0.1", "[::1]"]) {
    hosts.add(name);
    hosts.add(`${name}:${port}`);
  }
  // A forwarded port may differ from the one we listen on: local names count with any.
  const local = /^(localhost|127\.0\.0\.1|\[::1\]):\d{1,5}$/;
  return (host) => host !== undefined && (hosts.has(host) || hosts.has(host.toLowerCase()) || local.test(host));
}
