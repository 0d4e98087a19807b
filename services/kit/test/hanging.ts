import net, { type AddressInfo } from "node:net";

/** A way to a real server that can be made to hang: connections are taken and stay open, and nothing comes through any more. */
export type Way = { url: string; hang: () => void; go: () => void; close: () => void };

export async function wayTo(target: string): Promise<Way> {
  const to = new URL(target);
  const sockets = new Set<net.Socket>();
  let hangs = false;
  const server = net.createServer((near) => {
    const far = net.connect(Number(to.port), to.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => other.destroy());
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      socket.on("data", (chunk) => other.write(chunk));
      if (hangs) socket.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.toString(),
    hang: () => {
      hangs = true;
      for (const socket of sockets) socket.pause();
    },
    go: () => {
      hangs = false;
      for (const socket of sockets) socket.resume();
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
