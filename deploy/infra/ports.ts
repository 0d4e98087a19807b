import { execFileSync } from "node:child_process";
import { connect, createServer } from "node:net";

/** Is nobody listening on this loopback port? */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host: "127.0.0.1", exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Ports that are free now, each different. All are held until all are found, so that none is handed out twice. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, () => {
      const server = createServer();
      return new Promise<typeof server>((resolve, reject) => {
        server.once("error", reject);
        server.listen({ port: 0, host: "127.0.0.1" }, () => resolve(server));
      });
    }),
  );
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}

/** Who listens on the port, as far as the system tells; for the message only. */
export function holderOf(port: number): string | undefined {
  const tools: [string, string[], RegExp][] = [
    ["ss", ["-Hltnp", `sport = :${port}`], /users:\(\("([^"]+)",pid=(\d+)/],
    ["lsof", ["-nP", "-Fpc", `-iTCP:${port}`, "-sTCP:LISTEN"], /p(\d+)\nc([^\n]+)/],
  ];
  for (const [tool, args, pattern] of tools) {
    try {
      const found = pattern.exec(execFileSync(tool, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }));
      if (found) return tool === "ss" ? `${found[1]} (process ${found[2]})` : `${found[2]} (process ${found[1]})`;
    } catch {
      // The tool is not on this machine: the message does without it.
    }
  }
  return undefined;
}

/** Says `line` to a text protocol on the port and answers whether what comes back matches. */
export function answers(port: number, line: string, expected: RegExp, withinMs = 1_000): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    let heard = "";
    const end = (result: boolean) => {
      socket.destroy();
      resolve(result);
    };
    socket.setTimeout(withinMs, () => end(false));
    socket.once("error", () => end(false));
    socket.once("close", () => end(false));
    socket.once("connect", () => socket.write(line));
    socket.on("data", (chunk) => {
      heard += chunk.toString("utf8");
      if (expected.test(heard)) end(true);
    });
  });
}
