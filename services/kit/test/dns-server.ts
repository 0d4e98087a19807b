import { createSocket } from "node:dgram";
import { once } from "node:events";

const TYPES = { A: 1, CNAME: 5, TXT: 16 } as const;
type Type = keyof typeof TYPES;

/** What a name has; "silent" is never answered, "broken" with a failure of the server. */
export type Records = Partial<Record<Type, readonly string[]>> | "silent" | "broken";

export type DnsServer = {
  /** For LEASHLINE_DNS. */
  address: string;
  names: Map<string, Records>;
  /** The names that were asked for, in order, with their types. */
  asked: string[];
  close: () => Promise<void>;
};

/** A server of DNS over UDP that knows a few names, for tests without an internet. */
export async function startDns(): Promise<DnsServer> {
  const socket = createSocket("udp4");
  const names = new Map<string, Records>();
  const asked: string[] = [];
  socket.on("message", (query, from) => {
    const { name, type, end } = questionIn(query);
    asked.push(`${name} ${type}`);
    const records = names.get(name);
    if (records !== "silent") socket.send(answerTo(query, end, records, type), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    names,
    asked,
    close: async () => {
      socket.close();
      await once(socket, "close");
    },
  };
}

function questionIn(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join(".").toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

const FAILED = 2;
const NO_SUCH_NAME = 3;

/** Its own question comes back with what there is; a name with a CNAME answers every question with that. */
function answerTo(query: Buffer, end: number, records: Records | undefined, type: number): Buffer {
  const known = typeof records === "object" ? records : {};
  const found = (Object.keys(TYPES) as Type[])
    .filter((one) => TYPES[one] === type || one === "CNAME")
    .flatMap((one) => (known[one] ?? []).map((value) => record(one, value)));
  const header = Buffer.from(query.subarray(0, 12));
  header.writeUInt16BE(0x8580 | (records === "broken" ? FAILED : records === undefined ? NO_SUCH_NAME : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(found.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, query.subarray(12, end), ...found]);
}

function record(type: Type, value: string): Buffer {
  const data = dataOf(type, value);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(TYPES[type], 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

const counted = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, "latin1")]);

function dataOf(type: Type, value: string): Buffer {
  if (type === "A") return Buffer.from(value.split(".").map(Number));
  return type === "TXT" ? counted(value) : Buffer.concat([...value.split(".").map(counted), Buffer.from([0])]);
}
