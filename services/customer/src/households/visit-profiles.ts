import type { MessageInitShape } from "@bufbuild/protobuf";
import { type Ctx, todayIn } from "@leashline/kit";
import type { ClientProfileSchema, PetProfileSchema } from "@leashline/proto/leashline/customer/v1/visit_party_service_pb.js";
import { toClient } from "../clients/client.mapper.ts";
import { clientsById } from "../clients/client.store.ts";
import type { Db } from "../db.ts";
import { listCodes } from "../pet-settings/settings.store.ts";
import { toPets } from "../pets/pet.read.ts";
import { petsById } from "../pets/pet.store.ts";
import { listVaccines, vaccinationsOf } from "../pets/vaccination.store.ts";
import { concerns } from "../pets/vaccination-tag.ts";
import { toPetVaccine } from "../vaccinations/vaccine.mapper.ts";
import { addressesOf, type LivesAt, type NoteAbout, notesAbout, type TagOf, tagsOfClients } from "./visit-profiles.store.ts";

type Client = MessageInitShape<typeof ClientProfileSchema>;
type Pet = MessageInitShape<typeof PetProfileSchema>;
type Asked = { customerIds: readonly string[]; petIds: readonly string[] };

/** What the papers of appointments say of clients and pets, each kind of fact read once for all of them. */
export async function visitProfiles(ctx: Ctx, db: Db, asked: Asked): Promise<{ clients: Client[]; pets: Pet[] }> {
  const clients = [...(await clientsById(db, asked.customerIds)).values()].filter((one) => !one.deletedAt);
  const pets = [...(await petsById(db, asked.petIds)).values()].filter((one) => !one.deletedAt);
  const petIds = pets.map((one) => one.id);
  const clientIds = clients.map((one) => one.id);
  const about = [
    ...clientIds.map((clientId) => ({ clientId, petId: "0" })),
    ...pets.map((one) => ({ clientId: one.clientId, petId: one.id })),
  ];
  const [tags, notes, lives] = [await tagsOfClients(db, clientIds), await notesAbout(db, about), await addressesOf(db, clientIds)];
  const [codes, rules, records] = [await listCodes(db), await listVaccines(db), await vaccinationsOf(db, petIds)];
  const today = todayIn(ctx.caller.zone);
  const vaccinesOf = (id: string, petType: string) =>
    rules.flatMap((rule) => {
      const record = records.find((one) => one.petId === id && one.vaccineId === rule.id);
      return record || concerns(rule, petType) ? [toPetVaccine(id, rule, record, today)] : [];
    });
  const shown = await toPets(ctx, db, pets);
  return {
    clients: clients.map((one) => clientProfile(toClient(one, ctx), { tags, notes, lives })),
    pets: pets.map((one, at) => ({
      pet: shown[at],
      petCodes: codes.filter((code) => one.petCodeIds.includes(code.id)),
      ...notesOf(notes, one.clientId, one.id),
      vaccines: vaccinesOf(one.id, one.petType),
    })),
  };
}

function addressIn(lives: readonly LivesAt[], id: string) {
  const found = lives.find(({ clientId }) => clientId === id);
  if (!found) return {};
  const { street, city, state, zipcode } = found;
  return { address: { street, city, state, zipcode } };
}

type About = { tags: readonly TagOf[]; notes: readonly NoteAbout[]; lives: readonly LivesAt[] };
const clientProfile = (client: ReturnType<typeof toClient>, { tags, notes, lives }: About): Client => ({
  customerId: client.customerId,
  firstName: client.firstName,
  lastName: client.lastName,
  phoneDisplay: client.phoneDisplay,
  avatarPath: client.avatarPath,
  isNewClient: client.isProspectCustomer,
  tags: tags.filter((tag) => tag.clientId === client.customerId),
  ...notesOf(notes, client.customerId ?? "0", "0"),
  ...addressIn(lives, client.customerId ?? "0"),
});

function notesOf(notes: readonly NoteAbout[], clientId: string, petId: string): { alertNotes: string[]; notes: string[] } {
  const mine = notes.filter((one) => one.clientId === clientId && one.petId === petId);
  const texts = (isAlert: boolean) => mine.filter((one) => one.isAlert === isAlert).map((one) => one.note);
  return { alertNotes: texts(true), notes: texts(false) };
}
