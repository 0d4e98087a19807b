import { createReadStream } from "node:fs";
import { connect, type NetConnectOpts, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";

/** What a scanner makes of a file. Away: nobody looked at it. */
export type Verdict = { state: "clean" } | { state: "refused"; reason: string } | { state: "away"; why: string };
export type Scan = (file: string) => Promise<Verdict>;

/** "host:port", or the path of a socket of this machine. */
export type ClamdAddress = NetConnectOpts;

const patienceMs = 60_000;
/** One that hangs up in the middle has often said why, in words that its hanging up took away. */
const triesAfterHangUp = 4;

/**
 * Shows a file to clamd (INSTREAM): pieces, each after its length in four bytes, an empty one at the end. The answer is "stream: OK", a name and
 * FOUND, or what went wrong and ERROR.
 */
export function clamdScan(address: ClamdAddress, waitMs = patienceMs): Scan {
  return async (file) => {
    let why = "";
    for (let tries = 0; tries < triesAfterHangUp; tries++) {
      try {
        return verdictOf(await ask(connect(address), file, waitMs));
      } catch (error) {
        why = (error as Error).message;
        if (!/^(ECONNRESET|EPIPE)$/.test((error as NodeJS.ErrnoException).code ?? "")) break;
      }
    }
    return { state: "away", why };
  };
}

const pingPatienceMs = 1_500;

/** Whether clamd answers at this moment. */
export async function clamdAnswers(address: ClamdAddress, waitMs = pingPatienceMs): Promise<boolean> {
  const socket = connect(address);
  socket.setTimeout(waitMs, () => socket.destroy(new Error("it does not answer in time")));
  const answered = heard(socket);
  socket.write("zPING\0");
  try {
    return (await answered) === "PONG";
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

export function verdictOf(answer: string): Verdict {
  if (/^stream: OK$/.test(answer)) return { state: "clean" };
  if (/ FOUND$/.test(answer)) return { state: "refused", reason: "This file looks like a virus." };
  if (/size limit exceeded/i.test(answer)) return { state: "refused", reason: "This file is too large for the virus scanner." };
  return { state: "away", why: answer === "" ? "it ended without an answer" : answer };
}

async function ask(socket: Socket, file: string, waitMs: number): Promise<string> {
  socket.setTimeout(waitMs, () => socket.destroy(new Error("it does not answer in time")));
  const answered = heard(socket);
  const sending = send(socket, file);
  // A scanner that has seen enough answers and hangs up in the middle: what it said counts, not that we could not go on.
  sending.catch(() => undefined);
  try {
    const answer = await answered;
    if (answer === "") await sending;
    return answer;
  } finally {
    socket.destroy();
  }
}

async function send(socket: Socket, file: string): Promise<void> {
  await written(socket, Buffer.from("zINSTREAM\0"));
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    // What has come in is read before more goes out: writing to one who hung up loses it.
    await setImmediate();
    if (socket.bytesRead > 0) return;
    const length = Buffer.alloc(4);
    length.writeUInt32BE(piece.length);
    await written(socket, Buffer.concat([length, piece]));
  }
  await written(socket, Buffer.alloc(4));
}

function written(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((done, failed) => socket.write(bytes, (error) => (error ? failed(error) : done())));
}

function heard(socket: Socket): Promise<string> {
  return new Promise((done, failed) => {
    let text = "";
    const end = () => done(text.replace(/\0$/, "").trim());
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      if (text.includes("\0")) end();
    });
    socket.once("end", end);
    socket.once("error", (error) => (text === "" ? failed(error) : end()));
    socket.once("close", end);
  });
}
