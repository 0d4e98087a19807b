import { loadContract } from "@leashline/proto/descriptors/contract.ts";
import { beforeAll, expect, test } from "vitest";
import { at, settled, type World } from "../access/company.ts";
import { askSandbox } from "../app.ts";
import type { Probe } from "../hostile.journey.ts";
import { type PlainCompany, plainCompany } from "./plain-company.ts";

const phone = "+12065550177";
type Text = { from: string; body: string };

/** One person is a client of two companies. What they answer to one is read by that one. */
export const repliesOfOthers: Probe = (app) => {
  let shops: [PlainCompany, PlainCompany];
  let clients: string[];
  const textsBy = async (): Promise<Text[]> => {
    const answer = await askSandbox(app(), `/texts?direction=outbound-api&to=${encodeURIComponent(phone)}`);
    return ((await answer.json()) as { texts: Text[] }).texts;
  };
  const read = async (which: 0 | 1) => {
    const { answer } = await shops[which].call("message.v1.MessageService/ListMessages", { customerId: clients[which] ?? "" });
    return ((answer.messages ?? []) as { messageText: string }[]).map(({ messageText }) => messageText);
  };

  beforeAll(async () => {
    const world: World = { url: app().url, contract: loadContract(), turn: 0 };
    shops = [await plainCompany(world, "replymark"), await plainCompany(world, "echomark")];
    const client = { firstName: "Sam", lastName: "Shared", phoneNumber: phone };
    clients = await Promise.all(
      shops.map(async (shop) => at(await shop.make("customer.v1.ClientService/CreateClientWithPets", { client }), "client.customerId")),
    );
  });

  test("a reply goes to the company whose number it was sent to, whoever wrote last", async () => {
    for (const [which, shop] of shops.entries()) {
      const request = { customerId: clients[which], messageText: `From shop ${which}` };
      await settled(() => shop.make("message.v1.MessageService/SendMessage", request));
    }
    await expect.poll(async () => (await textsBy()).length, { timeout: 20_000 }).toBe(2);
    const from = Object.fromEntries((await textsBy()).map((text) => [text.body.slice(0, 11), text.from]));
    const numbers = [from["From shop 0"], from["From shop 1"]];
    expect(new Set(numbers).size).toBe(2);
    for (const [which, to] of numbers.entries()) {
      const answer = await askSandbox(app(), "/texts/reply", { from: phone, to, body: `The gate code is 471${which}` });
      expect(answer.status).toBe(200);
    }
    for (const which of [0, 1] as const) {
      await expect.poll(() => read(which), { timeout: 20_000 }).toContain(`The gate code is 471${which}`);
      expect(await read(which)).not.toContain(`The gate code is 471${1 - which}`);
    }
  });
};
