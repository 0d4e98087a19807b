import { asTenant, type Ctx, fromTimestamp, refusalForGood } from "@leashline/kit";
import { AppointmentService } from "@leashline/proto/leashline/calendar/v1/appointment_service_pb.js";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { NoteService } from "@leashline/proto/leashline/customer/v1/note_pb.js";
import { query } from "../db.ts";
import { inLines, REFERRAL_SOURCE } from "../questions/question.ts";
import { saidSource } from "../questions/referral-source.ts";
import { addressOf } from "../visit-addresses/keep-address.ts";
import type { SaidAddress } from "../visit-addresses/visit-address.ts";
import { ONLINE } from "../visitors/known.ts";
import { isNamedElsewhere } from "./request.store.ts";
import type { Person, RequestRow } from "./request.ts";

/** `addressId`: where a walk begins, of the client's addresses; "0" for their primary one; `isNew`: made just now. What earlier versions kept of a run has neither. */
export type Client = { customerId: string; petIds: string[]; addressId?: string; isNew?: boolean };

type Asking = Pick<RequestRow, "id" | "businessId" | "customerId" | "customer" | "verified" | "pets" | "answers"> & {
  address: SaidAddress | null;
};

/** The client, the pets and the address of a request, found or made. */
export async function clientOf(ctx: Ctx, row: Asking, byStaff: boolean): Promise<Client> {
  const { firstName, lastName, phoneNumber, email } = row.customer;
  const referralSourceId = await saidSource(ctx, row.answers);
  const { client, pets, clientCreated } = await ctx.client(ClientService).upsertClientWithPets({
    customerId: row.customerId,
    client: {
      ...{ firstName, lastName, preferredBusinessId: row.businessId },
      ...(referralSourceId !== "0" && { referralSourceId }),
      ...confirmedPart(row.customer, row.verified),
    },
    // What was only typed is for staff to believe.
    ...(byStaff && { unconfirmed: { phoneNumber, email } }),
    pets: row.pets.map((p) => ({
      pet: {
        petName: p.petName,
        petType: p.petType,
        breed: p.breed,
        ...(p.weight > 0 && { weight: p.weight }),
        ...(p.coatType && { coatType: p.coatType }),
      },
    })),
    source: ONLINE,
  });
  const found = { customerId: client?.customerId ?? "0", petIds: pets.map(({ petId }) => petId) };
  // Who was known before keeps the source they have.
  const isKept = referralSourceId !== "0" && client?.referralSourceId === referralSourceId;
  await noteAnswers(ctx, isKept ? { ...row, answers: row.answers.filter(({ key }) => key !== REFERRAL_SOURCE) } : row, found);
  return { ...found, addressId: await addressOf(ctx, found.customerId, row.address), ...(clientCreated && { isNew: true }) };
}

/** What keeps the request and what keeps the client may each have a clock of its own. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * A client and the pets who were made for one request, of which nothing came, go again: true once they are gone, whoever saw to it. Who was a client before the request, whom
 * another one names, whom somebody changed since, or who ever had a visit stays.
 */
export async function forgetNewcomer(ctx: Ctx, request: Pick<RequestRow, "id" | "createdAt">, customerId: string): Promise<boolean> {
  if (customerId === "0") return false;
  const { clients } = await ctx.client(ClientService).batchGetClients({ customerIds: [customerId], allowMissing: true });
  const [client] = clients;
  if (!client || client.deleted) return true;
  if (client.source !== ONLINE || client.version !== 1) return false;
  const since = fromTimestamp(client.createTime);
  if (!since || since.getTime() < request.createdAt.getTime() - CLOCKS_DIFFER_MS) return false;
  if (await query({ ...ctx, idempotencyKey: "" }, (db) => isNamedElsewhere(db, customerId, request.id))) return false;
  const { appointments } = await ctx.client(AppointmentService).listCustomerAppointments({ customerId, pageSize: 1 });
  if (appointments.length > 0) return false;
  return await ctx
    .client(ClientService)
    .deleteClient({ customerId })
    .then(() => true, keptAfter);
}

/** What hangs on them since keeps them. */
function keptAfter(error: unknown): false {
  if (!refusalForGood(error)) throw error;
  return false;
}

/** What they answered stands with the client and the pets from now on: once for each request and client, however often it is tried. */
async function noteAnswers(ctx: Ctx, row: Asking, { customerId, petIds }: Client): Promise<void> {
  const notes = asTenant({ ...ctx, idempotencyKey: `booking-answers:${row.id}:${customerId}` }, ctx.caller).client(NoteService);
  const own = inLines(row.answers);
  if (own) await notes.createNote({ customerId, note: own });
  for (const [index, { answers = [] }] of row.pets.entries()) {
    const note = inLines(answers);
    if (note) await notes.createPetNote({ petId: petIds[index] ?? "0", note });
  }
}

/** What finds a client: only what was shown to be the person's. */
const confirmedPart = ({ phoneNumber, email }: Person, verified: readonly string[]) => ({
  ...(verified.includes("phone") && { phoneNumber }),
  ...(verified.includes("email") && { email }),
});
