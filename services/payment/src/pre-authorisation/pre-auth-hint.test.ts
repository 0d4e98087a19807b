import { refusalOf } from "@leashline/kit/test";
import { ErrorCode } from "@leashline/proto/leashline/options/v1/errors_pb.js";
import { CardService } from "@leashline/proto/leashline/payment/v1/card_pb.js";
import { PreAuthHint as Hint, PreAuthHintService } from "@leashline/proto/leashline/payment/v1/pre_auth_hint_service_pb.js";
import { PreAuthorisationService } from "@leashline/proto/leashline/payment/v1/pre_authorisation_service_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, startHarness } from "../../test/harness.ts";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
afterAll(async () => harness?.stop());

const api = (staffId: string) => harness.servers.client(PreAuthHintService, { staffId });
const shownTo = async (staffId: string) => (await api(staffId).getPreAuthOnboarding({})).onboarding?.shown ?? [];
const read = async (staffId: string, hint: Hint, times = 1) => {
  for (let n = 0; n < times; n++) await api(staffId).countPreAuthHint({ hint });
  return await shownTo(staffId);
};
const { CREATE_TICKET, COF_SUCCEED, COF_FAILED_OR_PAY_ONLINE, CHARGE_NO_SHOW_FEE, ADD_CARD } = Hint;
const others = [Hint.NON_PROVIDER_CHARGE_NO_SHOW_FEE, Hint.NON_PROVIDER_COF_FAILED];

test("pre-auth-hints-visible: each hint until it was read, the one about held money three times; none about the provider once money was captured", async () => {
  expect(await shownTo("5")).toEqual([CREATE_TICKET, COF_SUCCEED, COF_FAILED_OR_PAY_ONLINE, CHARGE_NO_SHOW_FEE, ADD_CARD, ...others]);
  expect(await read("5", CREATE_TICKET)).not.toContain(CREATE_TICKET);
  expect(await read("5", COF_SUCCEED, 2)).toContain(COF_SUCCEED);
  expect(await read("5", COF_SUCCEED)).toEqual([COF_FAILED_OR_PAY_ONLINE, CHARGE_NO_SHOW_FEE, ADD_CARD, ...others]);
  expect(await read("5", Hint.NON_PROVIDER_COF_FAILED)).toEqual(expect.arrayContaining(others));
  expect(await shownTo("6")).toContain(CREATE_TICKET);
  expect(await shownTo("0")).toEqual([]);
  expect((await refusalOf(api("0").countPreAuthHint({ hint: ADD_CARD }))).code).toBe(ErrorCode.PARAMS_INVALID);

  const { orderId, appointmentId: ticketId } = await harness.book(5_000);
  const { card } = await harness.servers.client(CardService).attachCard({ customerId: "20", chargeToken: "pm_card_visa" });
  const preAuths = harness.servers.client(PreAuthorisationService, { staffId: "6" });
  await preAuths.createPreAuth({ ticketId, cardId: card!.cardId });
  expect(await shownTo("6")).toContain(COF_SUCCEED);
  await preAuths.payPreAuth({ invoiceId: orderId });
  expect(await shownTo("6")).toEqual(others);
});

test("pre-auth-hint-counter-cap: a count ends at 10", async () => {
  await read("7", ADD_CARD, 11);
  const { onboarding } = await api("7").getPreAuthOnboarding({});
  expect([onboarding?.bizStaffId, onboarding?.timesForAddCard, onboarding?.timesForCreateTicket]).toEqual(["7", 10, 0]);
});
