import { type Credential, callRpc, parsed } from "../access/call.ts";
import { at, make, signUp, type World } from "../access/company.ts";

export interface PlainCompany {
  readonly owner: Credential;
  call: (rpc: string, request?: object) => Promise<{ status: number; answer: Record<string, unknown> }>;
  /** A call that must succeed. */
  make: (rpc: string, request?: object) => ReturnType<typeof make>;
}

/** A company with its owner and nothing in it. */
export async function plainCompany(world: World, mark: string): Promise<PlainCompany> {
  const { token = "" } = await signUp(world, mark);
  const made = await make(world, { token }, "account.v1.CompanyService/CreateCompany", {
    companyName: `${mark} Pets`,
    address: { address1: `${mark} Alley 3`, city: "Seattle", state: "WA", zipcode: "98101", country: "United States" },
    appType: 1,
    countryAlpha2Code: "US",
    timezoneName: "America/Los_Angeles",
    careTypes: ["GROOMING"],
  });
  const owner = { token, companyId: at(made, "company.id"), businessId: at(made, "businessId") };
  return {
    owner,
    call: async (rpc, request = {}) => {
      const { status, text } = await callRpc(world.url, `/leashline.${rpc}`, request, owner);
      return { status, answer: (parsed(text) ?? {}) as Record<string, unknown> };
    },
    make: (rpc, request = {}) => make(world, owner, rpc, request),
  };
}
