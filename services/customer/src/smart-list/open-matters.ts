import { type Ctx, fromMoney, toMoney } from "@leashline/kit";
import {
  type OpenMatter,
  PersonalDataService,
  ErasureObstacleReason as Reason,
} from "@leashline/proto/leashline/kit/v1/personal_data_service_pb.js";
import type { Places } from "../clients/overview.store.ts";
import type { OpenHere } from "./open-matters.store.ts";

export type Matter = Pick<OpenMatter, "customerId" | "reason" | "count" | "amount">;

/** Whom is asked for what; visits and bills are known here. */
const neighbors: readonly { service: string; reasons: Reason[] }[] = [
  { service: "calendar", reasons: [Reason.CLASS_PLACES] },
  { service: "payment", reasons: [Reason.DEPOSIT_HELD, Reason.STORE_CREDIT, Reason.CARD_HELD, Reason.PAYMENT_PENDING] },
  { service: "online-booking", reasons: [Reason.OPEN_REQUESTS, Reason.WAITLIST] },
];

/** What the neighbors know; nobody is kept from an answer by one who is away. */
export async function askNeighbors(
  ctx: Ctx,
  customerIds: readonly string[],
  at: Places,
): Promise<{ matters: Matter[]; incomplete: boolean }> {
  if (at?.length === 0) return { matters: [], incomplete: false };
  const asked = neighbors.map(async ({ service, reasons }) => {
    try {
      const call = ctx
        .client(PersonalDataService, service)
        .findOpenMatters({ service, customerIds: [...customerIds], reasons, businessIds: [...(at ?? [])] });
      return (await call).matters;
    } catch (error) {
      ctx.runtime.log.warn({ service, error: (error as Error).message }, "what is open could not be asked for");
      return undefined;
    }
  });
  const answers = await Promise.all(asked);
  return { matters: answers.flatMap((matters) => matters ?? []), incomplete: answers.includes(undefined) };
}

export const mattersHere = (rows: readonly OpenHere[], currency: string): Matter[] =>
  rows.flatMap(({ id: customerId, visits, bills, owedMinor, currency: own }) => [
    ...(visits > 0 ? [{ customerId, reason: Reason.VISITS_AHEAD, count: visits }] : []),
    ...(bills > 0 ? [{ customerId, reason: Reason.MONEY_OWED, count: bills, amount: toMoney(owedMinor, own || currency) }] : []),
  ]);

/** One matter of a kind for each client, in the order of their kinds. */
function together(matters: readonly Matter[]): Matter[] {
  return [...Map.groupBy(matters, ({ reason }) => reason).values()]
    .flatMap(([first, ...more]) => (first ? [more.reduce(sum, first)] : []))
    .sort((a, b) => a.reason - b.reason);
}

const sum = (a: Matter, b: Matter): Matter => {
  const amounts = [a, b].flatMap(({ amount }) => (amount ? [fromMoney(amount)] : []));
  const [first] = amounts;
  const total = amounts.reduce((minor, one) => minor + one.minor, 0n);
  return { ...a, count: a.count + b.count, ...(first && { amount: toMoney(total, first.currency) }) };
};

const owed = (matters: readonly Matter[]): bigint =>
  matters.reduce((minor, { reason, amount }) => minor + (reason === Reason.MONEY_OWED && amount ? fromMoney(amount).minor : 0n), 0n);
const many = (matters: readonly Matter[]): number => matters.reduce((count, one) => count + one.count, 0);

export type OpenClient = { customerId: string; matters: Matter[] };

/** Client by client: who owes most first, then who has most open. */
export function byClient(matters: readonly Matter[]): OpenClient[] {
  const clients = [...Map.groupBy(matters, ({ customerId }) => customerId)].map(([customerId, of]) => ({
    customerId,
    matters: together(of),
  }));
  const sized = clients.map((client) => ({ client, owed: owed(client.matters), many: many(client.matters) }));
  sized.sort((a, b) => Number(b.owed - a.owed) || b.many - a.many || Number(BigInt(a.client.customerId) - BigInt(b.client.customerId)));
  return sized.map(({ client }) => client);
}
