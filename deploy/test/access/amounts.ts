import type { DescField, DescMessage } from "@bufbuild/protobuf";
import type { ContractMethod } from "@leashline/proto/descriptors/contract.ts";
import { callRest, callRpc } from "./call.ts";
import { at, type Company, make, type World } from "./company.ts";
import type { Json } from "./request.ts";
import { restRequest } from "./rest.ts";
import { requestFor, shortName } from "./walk.ts";

type Bag = { [name: string]: Json };

/** What is wrong with each amount, and the part of it that a refusal must name. */
const wrongAmounts: [Json, string][] = [
  [{ currencyCode: "JPY", units: "3000" }, "currencyCode"],
  [{ currencyCode: "USD", units: "-3" }, "units"],
  [{ currencyCode: "USD", units: "1000000000" }, "units"],
  [{ currencyCode: "USD", units: "3", nanos: -500_000_000 }, "nanos"],
  [{ currencyCode: "USD", units: "3", nanos: 5_000_000 }, "nanos"],
];

/** Where a request names amounts: "lines.0.unitPrice". */
function amountsIn(desc: DescMessage, request: Bag): string[] {
  return desc.fields.flatMap((field) => {
    const value = request[field.jsonName];
    if (value === undefined || !field.message) return [];
    if (Array.isArray(value)) return value.flatMap((item, n) => under(field, item).map((at) => `${field.jsonName}.${n}${at}`));
    return under(field, value).map((at) => `${field.jsonName}${at}`);
  });
}

function under({ message }: DescField, value: Json): string[] {
  if (message?.typeName === "google.type.Money") return [""];
  return message && typeof value === "object" ? amountsIn(message, value as Bag).map((at) => `.${at}`) : [];
}

function withAmount(request: Bag, at: string, amount: Json): Bag {
  const copy = structuredClone(request);
  const path = at.split(".");
  const last = path.pop() as string;
  const holder = path.reduce((here, name) => here[name] as Bag, copy);
  holder[last] = amount;
  return copy;
}

/** Where a link to a bill is what lets one in, that of the company's own order: what is asked with it is read only then. */
async function letIn(world: World, method: ContractMethod, { owner, known }: Company, request: Bag): Promise<Bag> {
  if (method.service.name !== "PayLinkService" || !("token" in request)) return request;
  const link = await make(world, owner, "payment.v1.PayLinkService/GetPayLink", { orderId: known.order_id ?? "0" });
  return { ...request, token: at(link, "url").split("/").at(-1) ?? "" };
}

/** Every amount that an RPC takes, in every wrong way, by somebody who may do everything: what was taken, or refused without saying which it was. */
export async function takesWrongAmounts(world: World, method: ContractMethod, company: Company): Promise<string[]> {
  const { owner, known } = company;
  const request = await letIn(world, method, company, requestFor(world, method, known));
  const found: string[] = [];
  for (const place of amountsIn(method.desc.input, request)) {
    for (const [amount, part] of wrongAmounts) {
      const answer = await callRpc(world.url, method.path, withAmount(request, place, amount), owner);
      if (answer.status !== 400 || (!answer.text.includes(`${place}.${part}: must`) && !answer.text.includes(`${place}.${part}: USD has`)))
        found.push(`${shortName(method)} ${place} ${JSON.stringify(amount)}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
  }
  return found;
}

/** The same through the REST face, where an amount is a bare number. */
export async function takesWrongNumbers(world: World, method: ContractMethod, { owner, known }: Company): Promise<string[]> {
  const request = requestFor(world, method, known, true);
  const found: string[] = [];
  for (const route of method.routes) {
    for (const at of amountsIn(method.desc.input, request)) {
      for (const number of [-3, 1_000_000_000, "3 USD"]) {
        const answer = await callRest(world.url, restRequest(route, withAmount(request, at, number)), owner);
        if (answer.code === 200 || answer.code === 0 || answer.status >= 500 || !answer.text.includes(at))
          found.push(`${route.verb} ${route.template} ${at} ${number}: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
    }
  }
  return found;
}

export const takesAmounts = (method: ContractMethod, world: World, { known }: Company): boolean =>
  amountsIn(method.desc.input, requestFor(world, method, known)).length > 0;
