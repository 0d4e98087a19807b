import { ErrorCode } from "@leashline/kit";
import { refusalOf, startServers, type TestServers } from "@leashline/kit/test";
import { ClientService } from "@leashline/proto/leashline/customer/v1/client_service_pb.js";
import { PetService } from "@leashline/proto/leashline/customer/v1/pet_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { service } from "../main.ts";

let servers: TestServers;
beforeAll(async () => {
  servers = await startServers([service], { background: false });
});
afterAll(() => servers?.stop());

const clients = () => servers.client(ClientService, { companyId: "3" });
const pets = () => servers.client(PetService, { companyId: "3" });
const refused = async (call: Promise<unknown>) => {
  const { code, options } = await refusalOf(call);
  return [code, options.fields?.[0]?.field];
};
const own = "/uploads/public/3/abcdefghij0123456789/Screen Shot 2 of Rex.jpg";

test.each([
  "javascript:alert(1)",
  "https://evil.test/a.jpg",
  "../../etc/passwd",
  "/uploads/private/4/abcdefghij0123456789/rex.jpg",
  "/uploads/private/3/../4/rex.jpg",
  "/uploads/private/3/abcdefghij0123456789/..",
])("a picture is a file of the company's own: not %s, of a client or a pet, made or changed, alone or together", async (avatarPath) => {
  const client = { firstName: "Ada", avatarPath };
  const pet = { petName: "Rex", avatarPath };
  const { client: made, pets: made2 } = await clients().createClientWithPets({ client: { firstName: "Ada" }, pets: [{ petName: "Mia" }] });
  const [customerId, petId] = [made!.customerId, made2[0]!.petId];
  const wrong = ErrorCode.PARAMS_INVALID;
  expect(await refused(clients().createClient({ client }))).toEqual([wrong, "client.avatarPath"]);
  expect(await refused(clients().updateClient({ customerId, client }))).toEqual([wrong, "client.avatarPath"]);
  expect(await refused(pets().createPet({ customerId, pet }))).toEqual([wrong, "pet.avatarPath"]);
  expect(await refused(pets().updatePet({ petId, pet }))).toEqual([wrong, "pet.avatarPath"]);
  expect(await refused(clients().createClientWithPets({ client }))).toEqual([wrong, "client.avatarPath"]);
  const together = clients().createClientWithPets({ client: { firstName: "Bo" }, pets: [{ petName: "Mia" }, pet] });
  expect(await refused(together)).toEqual([wrong, "pets.1.avatarPath"]);
});

test("an own picture is kept and taken away, and one from before stays readable and may be sent again", async () => {
  const { client, pets: made } = await clients().createClientWithPets({
    client: { firstName: "Ada", avatarPath: own.replace("public", "private") },
    pets: [{ petName: "Rex", avatarPath: own }],
  });
  const [customerId, petId] = [client!.customerId, made[0]!.petId];
  const old = "faces/7.jpg";
  await servers.admin.query("update customer.client set avatar_path = $2 where id = $1", [customerId, old]);
  const again = { customerId, client: { firstName: "Eve", avatarPath: old } };
  expect((await clients().updateClient(again)).client).toMatchObject({ firstName: "Eve", avatarPath: old });
  expect((await pets().updatePet({ petId, pet: { avatarPath: "" } })).pet?.avatarPath).toBe("");
});
