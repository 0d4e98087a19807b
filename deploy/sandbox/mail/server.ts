import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import type { Readable } from "node:stream";
import PostalMime from "postal-mime";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";
import type { Doc, Store } from "../core/store.ts";
import type { Switches } from "../core/switches.ts";

export type Mail = {
  id: string;
  messageId: string;
  from: string;
  to: string[];
  recipients: string[];
  replyTo: string | null;
  subject: string;
  text: string;
  html: string;
  headers: { key: string; value: string }[];
  attachments: { filename: string; type: string; content: string }[];
  /** How often the same message (by Message-ID and recipients) came in; later ones are not shown again, as large mail providers do. */
  copies: number;
  created: number;
  raw: string;
};

const LIMIT = 25 * 1024 * 1024;

function refuse(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code });
}

async function read(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** An SMTP server that accepts any sign-in and keeps what it gets. Addresses whose local part starts with `bounce` are refused. */
export class MailServer {
  #store: Store;
  #switches: Switches;
  readonly smtp: SMTPServer;

  constructor(store: Store, switches: Switches) {
    this.#store = store;
    this.#switches = switches;
    this.smtp = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disabledCommands: ["STARTTLS"],
      size: LIMIT,
      banner: "Leashline sandbox",
      logger: false,
      closeTimeout: 50,
      onAuth: (_auth, _session, done) => done(null, { user: "sandbox" }),
      onConnect: (_session, done) => {
        const down = switches.get("mail").mode === "down" && switches.take("mail", "write") === "down";
        done(down ? refuse(421, "4.3.2 Service not available (sandbox switch)") : null);
      },
      onRcptTo: (address, _session, done) =>
        done(/^bounce/i.test(address.address) ? refuse(550, `5.1.1 <${address.address}>: mailbox unavailable`) : null),
      onData: (stream, session, done) =>
        void this.#receive(stream, session).then(
          (end) => end && done(end === true ? null : end),
          (error: Error) => done(error),
        ),
    });
    this.smtp.on("error", () => undefined);
  }

  /** true: accepted; an Error: refused; false: no answer will come. */
  async #receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<true | false | Error> {
    const raw = await read(stream);
    const mode = this.#switches.take("mail", "write");
    await this.#switches.latency("mail");
    if (mode === "timeout") return false;
    if (mode === "error" || mode === "down") return refuse(451, "4.3.0 Temporary failure (sandbox switch)");
    if (mode === "decline") return refuse(550, "5.7.1 Message refused (sandbox switch)");
    if (stream.sizeExceeded) return refuse(552, "5.3.4 Message too big");
    await this.#keep(raw, session);
    if (mode === "lost") this.#cut(session);
    return mode !== "lost";
  }

  /** Ends the connection without a word. */
  #cut(session: SMTPServerSession): void {
    for (const connection of this.smtp.connections as Set<{ session: SMTPServerSession; _socket: Socket }>) {
      if (connection.session.id === session.id) connection._socket.destroy();
    }
  }

  async #keep(raw: Buffer, session: SMTPServerSession): Promise<void> {
    const parsed = await PostalMime.parse(raw, { attachmentEncoding: "base64" });
    const recipients = session.envelope.rcptTo.map((rcpt) => rcpt.address.toLowerCase()).sort();
    const messageId = parsed.messageId ?? `<${randomUUID()}@sandbox>`;
    this.#store.transaction(() => {
      const known = this.#store
        .list<Mail>({ kinds: ["mail"], equals: { messageId } })
        .find((row) => row.doc.recipients.join() === recipients.join());
      if (known) return this.#store.put("mail", { ...known.doc, copies: known.doc.copies + 1 } as unknown as Doc);
      const mail: Mail = {
        id: `mail_${randomUUID().replaceAll("-", "")}`,
        messageId,
        from: parsed.from?.name ? `${parsed.from.name} <${parsed.from.address ?? ""}>` : (parsed.from?.address ?? ""),
        to: (parsed.to ?? []).map((to) => to.address ?? to.name),
        recipients,
        replyTo: parsed.replyTo?.[0]?.address ?? null,
        subject: parsed.subject ?? "",
        text: parsed.text ?? "",
        html: parsed.html ?? "",
        headers: parsed.headers.map(({ key, value }) => ({ key, value })),
        attachments: parsed.attachments.map((part) => ({
          filename: part.filename ?? "attachment",
          type: part.mimeType,
          content: String(part.content),
        })),
        copies: 1,
        created: Date.now(),
        raw: raw.toString("utf8"),
      };
      this.#store.put("mail", mail as unknown as Doc);
    });
  }

  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.smtp.server.once("error", reject);
      this.smtp.listen(port, host, () => resolve());
    });
    const address = this.smtp.server.address();
    return typeof address === "object" && address ? address.port : port;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.smtp.close(() => resolve()));
  }
}
