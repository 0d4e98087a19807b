import type { Contract } from "@leashline/proto/descriptors/contract.ts";
import { type Credential, callRpc, parsed } from "./call.ts";
import { ownId } from "./own-id.ts";
import { type Json, type Known, walkersPassword as password, wellFormed } from "./request.ts";
import { type Step, steps } from "./steps.ts";

/** A company made through the API, with one of everything. Every name in it holds its mark. */
export interface Company {
  readonly mark: string;
  readonly owner: Credential & { email: string };
  readonly companyId: string;
  /** Two places of the company. */
  readonly businessIds: readonly [string, string];
  /** An id of each kind, for walkers to use and spoil. */
  readonly known: Known;
}

export interface World {
  readonly url: string;
  readonly contract: Contract;
  turn: number;
}

/** An account that has just signed up. */
export async function signUp(world: World, mark: string): Promise<Credential & { email: string; accountId: string }> {
  const email = `${mark}-${++world.turn}@walk.test`;
  const answer = await make(world, {}, "account.v1.AccountService/SignUp", { email, password, firstName: mark, lastName: "Walker" });
  return { token: at(answer, "sessionToken"), email, accountId: at(answer, "account.id") };
}

export async function openCompany(world: World, mark: string): Promise<Company> {
  const { token = "", email, accountId } = await signUp(world, mark);
  const address = { address1: `${mark} Alley 3`, city: "Seattle", state: "WA", zipcode: "98101", country: "United States" };
  const company = {
    companyName: `${mark} Pets`,
    address,
    // Both: it has what only mobile businesses have, too.
    appType: 2,
    countryAlpha2Code: "US",
    timezoneName: "America/Los_Angeles",
    careTypes: ["GROOMING"],
  };
  const made = await make(world, { token }, "account.v1.CompanyService/CreateCompany", company);
  const companyId = at(made, "company.id");
  const first = at(made, "businessId");
  const owner = { token, companyId, businessId: first, email };
  const place = { name: `${mark} Uptown`, businessType: 1, address, timezoneName: "America/Los_Angeles", contactEmail: "" };
  const second = at(await make(world, owner, "account.v1.LocationService/CreateLocation", place), "location.id");
  const known: Record<string, string> = { mark, account_id: accountId, company_id: companyId, business_id: first };
  known.target_business_id = known.location_id = known.preferred_business_id = first;
  known.session_id = await secondSession(world, owner);
  for (const step of steps) await take(world, owner, known, step);
  return { mark, owner, companyId, businessIds: [first, second], known: aliases(known) };
}

/** Another session of the owner's, for walkers to end. */
async function secondSession(world: World, owner: Credential & { email: string }): Promise<string> {
  await signIn(world, owner.email);
  const listed = (await make(world, owner, "account.v1.SessionService/ListSessions", {})) as {
    sessions: { id: string; current?: boolean }[];
  };
  return listed.sessions.find((session) => !session.current)?.id ?? "";
}

export async function signIn(world: World, email: string): Promise<string> {
  return at(await make(world, {}, "account.v1.SessionService/SignIn", { email, password }), "sessionToken");
}

async function take(world: World, owner: Credential, known: Record<string, string>, [rpc, over, gathered]: Step): Promise<void> {
  const method = world.contract.byPath.get(`/leashline.${rpc}`);
  if (!method) throw new Error(`the contract has no ${rpc}`);
  const plain = wellFormed(method.desc.input, { known, turn: ++world.turn, own: ownId(method) });
  await settled(async () => {
    const answer = await make(world, owner, rpc, { ...plain, ...over(known) });
    for (const [name, place] of Object.entries(gathered)) {
      known[name] = at(answer, place);
      if (known[name] === "") throw new Error(`${rpc} answered no ${place}: ${JSON.stringify(answer)}`);
    }
    return answer;
  });
}

/** What another service is to know of arrives in its own time. */
export async function settled(work: () => Promise<Json>): Promise<Json> {
  const end = Date.now() + 20_000;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 150));
    }
  }
}

function aliases(known: Record<string, string>): Known {
  const { staff_id = "", service_id = "", customer_id = "", tag_id = "" } = known;
  return {
    ...known,
    original_staff_id: staff_id,
    preferred_groomer_id: staff_id,
    applicable_service_id: service_id,
    apply_service_id: service_id,
    target_service_id: service_id,
    customer_id,
    add_tag_id: tag_id,
    ignore_appointment_id: known.appointment_id ?? "",
    excluded_pet_code_id: known.pet_code_id ?? "",
  };
}

/** A call that must succeed. */
export async function make(world: World, as: Credential, rpc: string, request: object): Promise<Json> {
  const answer = await callRpc(world.url, `/leashline.${rpc}`, request, as);
  if (answer.status !== 200) throw new Error(`${rpc} refused ${JSON.stringify(request)}: ${answer.text}`);
  return parsed(answer.text) as Json;
}

/** The text at a place such as "pets.0.petId"; "" when there is none. */
export function at(answer: Json, place: string): string {
  let here: unknown = answer;
  for (const name of place.split(".")) here = (here as Record<string, unknown> | undefined)?.[name];
  return here === undefined || typeof here === "object" ? "" : String(here);
}
