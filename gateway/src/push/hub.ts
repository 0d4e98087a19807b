import type { WebSocket } from "ws";
import type { Observer } from "../observability/observer.ts";
import { connectReply, readFrame, writeFrame } from "./frames.ts";
import { mayReceive, noticeOf, type Rights } from "./notice-access.ts";
import type { SocketGrant } from "./token.ts";

/** Unsent bytes after which a slow reader is let go; it reconnects and loads anew. */
const mostBuffered = 1024 * 1024;
const pingEveryMs = 25_000;
/** Sockets of one session at a time: more than anybody has tabs. */
export const mostOfOne = 50;
/** Frames that a socket may send between two of our pings. */
export const mostSent = 500;

interface Member {
  socket: WebSocket;
  grant: SocketGrant;
  heard: boolean;
  /** Frames since our last ping. */
  sent: number;
  /** What it may hear; unknown until somebody could be asked. */
  rights: Rights | undefined;
  /** Of several questions about it that are on their way, the answer to the last one counts. */
  asked: number;
}

const isOpen = ({ socket }: Member): boolean => socket.readyState === socket.OPEN;

const countOf = (members: Set<Member>, { sessionId }: SocketGrant): number =>
  members.values().reduce((count, { grant }) => count + (grant.sessionId === sessionId ? 1 : 0), 0);

/**
 * Who listens, and what they are told: a notice of a business goes to the sessions that chose it, one of a company to all of its sessions, and of these to those
 * whose role could read what it is about.
 */
export class Hub {
  readonly #byCompany = new Map<string, Set<Member>>();
  readonly #observer: Observer;
  readonly #rightsOf: (grant: SocketGrant) => Promise<Rights | null>;
  readonly #askAgainMs: number;
  readonly #timer: NodeJS.Timeout;
  #questions = 0;

  /** What a grant's session may do in what it chose, null when it may not use that any more; throws while nobody can say. */
  constructor(observer: Observer, rightsOf: (grant: SocketGrant) => Promise<Rights | null>, askAgainMs = 5_000) {
    this.#observer = observer;
    this.#rightsOf = rightsOf;
    this.#askAgainMs = askAgainMs;
    this.#timer = setInterval(() => this.#pulse(), pingEveryMs);
    this.#timer.unref();
  }

  /** No when the session has as many sockets as it may. */
  join(socket: WebSocket, grant: SocketGrant): boolean {
    const member: Member = { socket, grant, heard: true, sent: 0, rights: undefined, asked: 0 };
    const members = this.#byCompany.get(grant.companyId) ?? new Set();
    if (countOf(members, grant) >= mostOfOne) return false;
    this.#byCompany.set(grant.companyId, members.add(member));
    this.#observer.socket(1);
    socket.on("pong", () => {
      member.heard = true;
    });
    socket.on("message", (data, isBinary) => {
      member.heard = true;
      if (++member.sent > mostSent) socket.close(1008, "too many messages");
      else if (!isBinary) this.#answer(member, String(data));
    });
    socket.on("close", () => this.#leave(member));
    // Its token was made some time ago, and says nothing of what its role opens: it is connected when that is known.
    void this.#ask([member]);
    return true;
  }

  /** Hands a notice of a service to everybody who may see it. Business 0 means the whole company. */
  publish(companyId: string, businessId: string, published: Record<string, unknown>): void {
    const members = this.#byCompany.get(companyId);
    if (!members || companyId === "0") return;
    const notice = noticeOf(published);
    if (!notice) return;
    const frame = writeFrame({ kind: "push", action: notice.topic, meta: { id: notice.id, business: businessId }, body: notice.body });
    for (const member of members) {
      const here = businessId === "0" || member.grant.businessId === businessId;
      if (here && member.rights && mayReceive(member.rights, notice)) this.#send(member, frame);
    }
  }

  /** Something about an account or a company changed: sockets whose session no longer holds are closed, the others hear what their role now opens. Neither named means everything. */
  async recheck(about: { accountId?: string; companyId?: string } = {}): Promise<void> {
    const all = about.accountId === undefined && about.companyId === undefined;
    await this.#ask(
      this.#members().filter(({ grant }) => all || grant.accountId === about.accountId || grant.companyId === about.companyId),
    );
  }

  /** Closes those whose session no longer holds. Whom nobody can be asked about goes on as before for the moment, and is asked about again. */
  async #ask(members: readonly Member[]): Promise<void> {
    const unknown: Member[] = [];
    const question = ++this.#questions;
    for (const member of members) member.asked = question;
    const alike = Map.groupBy(members, ({ grant }) => `${grant.proof}|${grant.companyId}|${grant.businessId}`);
    for (const same of alike.values()) {
      const [{ grant }] = same as [Member];
      const rights = await this.#rightsOf(grant).catch(() => undefined);
      const current = same.filter((member) => member.asked === question && isOpen(member));
      if (rights === undefined) unknown.push(...current);
      else for (const member of current) this.#allow(member, rights);
    }
    if (unknown.length > 0) setTimeout(() => void this.#ask(unknown.filter(isOpen)), this.#askAgainMs).unref();
  }

  #allow(member: Member, rights: Rights | null): void {
    const { socket } = member;
    if (!rights) {
      if (!member.rights) socket.send(connectReply(401, "UNAUTHENTICATED", "no auth"));
      socket.close(4401, "no auth");
      return;
    }
    if (!member.rights) socket.send(connectReply(200, "OK", "connected"));
    member.rights = rights;
  }

  close(): void {
    clearInterval(this.#timer);
    for (const members of this.#byCompany.values()) for (const { socket } of members) socket.close(1012, "restarting");
  }

  #members(): Member[] {
    return [...this.#byCompany.values()].flatMap((members) => [...members]);
  }

  #send({ socket }: Member, frame: string): void {
    if (socket.bufferedAmount > mostBuffered) {
      this.#observer.dropped("slow reader");
      socket.terminate();
    } else if (socket.readyState === socket.OPEN) socket.send(frame);
  }

  /** Clients may ask; the one question so far is whether we are there. */
  #answer(member: Member, text: string): void {
    const frame = readFrame(text);
    if (frame?.kind !== "request") return;
    const meta: Record<string, string> = frame.meta.id === undefined ? {} : { id: frame.meta.id };
    const known = frame.action === "ping";
    this.#send(
      member,
      writeFrame({ kind: "response", action: frame.action, meta, body: known ? { code: 200 } : { code: 404, message: "unknown action" } }),
    );
  }

  #leave(member: Member): void {
    const members = this.#byCompany.get(member.grant.companyId);
    if (!members?.delete(member)) return;
    this.#observer.socket(-1);
    if (members.size === 0) this.#byCompany.delete(member.grant.companyId);
  }

  #pulse(): void {
    for (const members of this.#byCompany.values()) {
      for (const member of members) {
        if (!member.heard) member.socket.terminate();
        member.heard = false;
        member.sent = 0;
        if (member.socket.readyState === member.socket.OPEN) member.socket.ping();
      }
    }
  }
}
