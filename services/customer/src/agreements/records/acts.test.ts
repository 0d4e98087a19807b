import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SigningShop } from "../../../test/agreements.ts";

let shop: SigningShop;
beforeAll(async () => {
  shop = await SigningShop.open();
});
afterAll(() => shop?.servers.stop());

// Three agreements for a month, two clients with three appointments each, the last beyond any signature of today. What has to be signed is told by walking through everything that happened, every time anew.
const TYPES = [1, 2, 3] as const;
const CLIENTS = [0, 1] as const;
const VISITS = [0, 1, 2] as const;
const IN_DAYS = [3, 25, 40] as const;
const TERM = 30;
/** How long what was signed still counts once time has gone by. */
const LEFT = [2, 10, 20] as const;
const which = { agreement: fc.constantFrom(...TYPES.keys()), client: fc.constantFrom(...CLIENTS), visit: fc.constantFrom(...VISITS) };
type Place = { agreement: number; client: number; visit: number };
const names = [
  "edit",
  "flush",
  "book",
  "cancel",
  "ask",
  "sign",
  "upload",
  "delete",
  "waive",
  "expire",
  "age",
  "withdraw",
  "send",
  "link",
] as const;
type Act = Place & { what: (typeof names)[number] };
const act: fc.Arbitrary<Act> = fc.record({
  ...which,
  what: fc.constantFrom(...names, "book" as const, "book" as const, "sign" as const, "sign" as const, "age" as const),
});

type Signed = { id: string; agreement: number; client: number; visit: number | null; deleted: boolean; left: number };
type Fact =
  | { what: "edited" | "flushed" | "withdrawn"; agreement: number }
  | { what: "aged"; agreement: number; id: string; left: number }
  | { what: "booked" | "cancelled"; client: number; visit: number }
  | ({ what: "asked" | "signed" | "waived" | "deleted"; id?: string } & Pick<Signed, "agreement" | "client" | "visit">);

const key = (agreement: number, visit: number | null) => `${agreement}/${visit ?? "-"}`;

/** What was signed and counts for so many days more is enough for an appointment in so many, or nothing better is to be had as yet. */
const isEnough = (left: number, inDays: number) => left > inDays || inDays > TERM || left > TERM / 2;

/** Slow and plain: what one client has to sign after all that happened. */
function due(history: readonly Fact[], client: number): string[] {
  const list: string[] = [];
  for (const [agreement, type] of TYPES.entries()) {
    if (history.some((fact) => fact.what === "withdrawn" && fact.agreement === agreement)) continue;
    for (const visit of [null, ...VISITS]) {
      const booked = VISITS.map(() => false);
      let [satisfied, let_off, asked] = [new Map<string, number>(), false, false];
      let standing = new Set<string>();
      for (const fact of history) {
        // Whoever signed what is signed only when somebody asks is asked again by itself.
        if (type === 3 && standing.size > 0 && satisfied.size === 0 && !let_off) asked = true;
        if ((fact.what === "booked" || fact.what === "cancelled") && fact.client === client) booked[fact.visit] = fact.what === "booked";
        if (!("agreement" in fact) || fact.agreement !== agreement) continue;
        if (fact.what === "flushed") [satisfied, let_off] = [new Map(), false];
        if (fact.what === "aged" && fact.left === 0) satisfied.delete(fact.id);
        if (fact.what === "aged" && satisfied.has(fact.id)) satisfied.set(fact.id, fact.left);
        if (!("client" in fact) || fact.client !== client || fact.visit !== visit) continue;
        if (fact.what === "asked") asked = true;
        if (fact.what === "signed") {
          asked = false;
          satisfied.set(fact.id ?? "", TERM);
          standing = new Set([...standing, fact.id ?? ""]);
        }
        if (fact.what === "waived") [asked, let_off] = [false, true];
        if (fact.what === "deleted") for (const set of [satisfied, standing]) set.delete(fact.id ?? "");
      }
      if (type === 3 && standing.size > 0 && satisfied.size === 0 && !let_off) asked = true;
      const asks = VISITS.filter((one) => booked[one] && (type === 1 ? visit === null : type === 2 && visit === one));
      const lacks = asks.some((one) => ![...satisfied.values()].some((left) => isEnough(left, IN_DAYS[one])));
      if (asked || (lacks && !let_off)) list.push(key(agreement, visit));
    }
  }
  return list.sort();
}

class Story {
  history: Fact[] = [];
  signed: Signed[] = [];
  frozen = new Map<string, string>();
  version = 1;
  readonly company: string;
  readonly agreements: string[];
  readonly clients: string[];

  constructor(company: string, agreements: string[], clients: string[]) {
    [this.company, this.agreements, this.clients] = [company, agreements, clients];
  }

  visitId = (client: number, visit: number | null) => (visit === null ? "0" : String(1 + client * VISITS.length + visit));
  records = () => shop.records(this.company);
  place = ({ agreement, visit }: Place): number | null => (TYPES[agreement] === 2 ? visit : null);

  async waiting(client: number): Promise<Map<string, string>> {
    const list = await shop.waiting(this.company, this.clients[client]!);
    const visits = new Map(VISITS.map((visit) => [this.visitId(client, visit), visit]));
    return new Map(list.map((one) => [key(this.agreements.indexOf(one.agreementId), visits.get(one.ticketId) ?? null), one.id]));
  }

  async do(given: Act): Promise<void> {
    const { agreement, client, visit } = given;
    const [id, customerId] = [this.agreements[agreement]!, this.clients[client]!];
    const [place, withdrawn] = [this.place(given), this.history.some((fact) => fact.what === "withdrawn" && fact.agreement === agreement)];
    const about = { agreement, client, visit: place };
    const asked = { customerId, agreementId: id, appointmentId: this.visitId(client, place) };
    const wasBooked = this.history.some((fact) => fact.what === "booked" && fact.client === client && fact.visit === visit);
    const standing = this.signed.filter((one) => one.agreement === agreement && one.client === client && !one.deleted);
    switch (given.what) {
      case "edit":
      case "flush":
        if (withdrawn) return;
        await shop.texts(this.company).updateAgreement({
          id,
          ...(given.what === "edit" ? { agreementContent: `<p>Text ${this.version}</p>` } : { isNeedFlush: true }),
        });
        this.history.push({ what: given.what === "edit" ? "edited" : "flushed", agreement });
        return await shop.rest();
      case "withdraw":
        if (visit === 1 || withdrawn) return;
        await shop.texts(this.company).deleteAgreements({ ids: [id] });
        this.history.push({ what: "withdrawn", agreement });
        return;
      case "book":
      case "cancel":
        if (given.what === "cancel" && !wasBooked) return;
        await shop[given.what](this.company, {
          appointmentId: this.visitId(client, visit),
          customerId,
          version: this.version,
          inDays: IN_DAYS[visit]!,
        });
        this.history.push({ what: given.what === "book" ? "booked" : "cancelled", client, visit });
        return;
      case "ask":
        if (withdrawn || (place !== null && !wasBooked)) return;
        await this.records().createUnsignedAgreement(asked);
        this.history.push({ what: "asked", ...about });
        return;
      case "upload": {
        if (withdrawn || (place !== null && !wasBooked)) return;
        const uploadImages = [`/uploads/private/${this.company}/abc/${this.version}.pdf`];
        const { record } = await this.records().uploadAgreement({ ...asked, uploadImages });
        return this.#signedAs(record!.id, about);
      }
      case "send": {
        const record = (await this.waiting(client)).get(key(agreement, place));
        if (record) await shop.sent(this.company, record);
        return;
      }
      case "link": {
        const record = (await this.waiting(client)).get(key(agreement, place));
        if (!record) return;
        await shop.signByLink(this.company, record);
        return this.#signedAs(record, about);
      }
      case "sign":
      case "waive": {
        const record = (await this.waiting(client)).get(key(agreement, place));
        if (!record) return;
        if (given.what === "sign") {
          await shop.sign(this.company, record);
          return this.#signedAs(record, about);
        }
        await this.records().deleteUnsignedAgreement({ id: record });
        this.history.push({ what: "waived", ...about });
        return;
      }
      case "delete": {
        const one = standing[0];
        if (!one) return;
        await this.records().deleteAgreementRecords({ ids: [one.id] });
        one.deleted = true;
        this.frozen.delete(one.id);
        this.history.push({ ...one, what: "deleted" });
        return;
      }
      case "age":
      case "expire": {
        const left = given.what === "age" ? LEFT[visit]! : 0;
        const one = standing.at(-1);
        if (!one || left >= one.left) return;
        await shop.servers.admin.query(
          "update customer.agreement_record set expire_at = now() + make_interval(days => $3) where company_id = $1 and id = $2",
          [this.company, one.id, left],
        );
        await shop.servers.admin.query(
          "update customer.job set due_at = now(), state = 'due' where kind = 'agreement-expired' and key = $1",
          [one.id],
        );
        one.left = left;
        this.history.push({ what: "aged", agreement, id: one.id, left });
        return await shop.rest();
      }
    }
  }

  #signedAs(id: string, about: Pick<Signed, "agreement" | "client" | "visit">): void {
    this.signed.push({ ...about, id, deleted: false, left: TERM });
    this.history.push({ what: "signed", ...about, id });
    this.frozen.set(id, "");
  }

  /** What was signed: everything that never changes again. */
  async texts(): Promise<void> {
    for (const [id, before] of this.frozen) {
      const { record } = await this.records().getAgreementRecord({ id });
      const { agreementHeader, agreementContent, contentHash, signature, signerName, versionNumber, uploadImages } = record!;
      const now = JSON.stringify([agreementHeader, agreementContent, contentHash, signature, signerName, versionNumber, uploadImages]);
      if (before) expect(now).toBe(before);
      this.frozen.set(id, now);
    }
  }

  async check(): Promise<void> {
    for (const client of CLIENTS) {
      const expected = due(this.history, client);
      expect([...(await this.waiting(client)).keys()].sort(), JSON.stringify(this.history)).toEqual(expected);
      const { requiredSign } = await this.records().getAgreementStatus({ customerId: this.clients[client]! });
      expect(requiredSign, JSON.stringify(this.history)).toBe(expected.length > 0);
    }
    await this.texts();
  }
}

let companies = 100;

test("whatever happens, what waits is what a slow obvious checker says, and a signed text never changes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 4, maxLength: 14 }), async (acts) => {
      const company = String(companies++);
      const agreements: string[] = [];
      for (const agreementRequiredType of TYPES) agreements.push(await shop.agreement(company, { agreementRequiredType, expireMonths: 1 }));
      const story = new Story(company, agreements, [await shop.client(company, "Ada"), await shop.client(company, "Bo")]);
      for (const one of acts) {
        story.version += 1;
        await story.do(one);
        await story.check();
      }
    }),
    { numRuns: 40 },
  );
}, 240_000);
