import { type Caller, ErrorCode } from "@leashline/kit";
import { refusalOf } from "@leashline/kit/test";
import { AutoMessageUseCase } from "@leashline/proto/leashline/message/v1/auto_message_pb.js";
import { AutoMessageService } from "@leashline/proto/leashline/message/v1/auto_message_service_pb.js";
import { AutoReplyService } from "@leashline/proto/leashline/message/v1/auto_reply_service_pb.js";
import { TemplateService } from "@leashline/proto/leashline/message/v1/template_service_pb.js";
import { TextNumberService } from "@leashline/proto/leashline/message/v1/text_number_service_pb.js";
import { ThreadService } from "@leashline/proto/leashline/message/v1/thread_service_pb.js";
import { Permission as P } from "@leashline/proto/leashline/options/v1/permissions_pb.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MessageHarness, startMessageHarness } from "../../test/harness.ts";

let servers: MessageHarness;
beforeAll(async () => {
  servers = await startMessageHarness();
  for (const id of ["1", "2"]) await servers.keepBusiness(id);
});
afterAll(() => servers.stop());

/** What somebody with these permissions is answered, at the location they work at and at another one of the company. */
async function opened(permissions: P[]) {
  const caller: Partial<Caller> = { employeeCategory: 0, staffId: "7", businessIds: ["1"], companyBusinessIds: ["1", "2"], permissions };
  const [autos, replies, templates] = [AutoMessageService, AutoReplyService, TemplateService].map((one) => servers.client(one, caller)) as [
    ReturnType<typeof servers.client<typeof AutoMessageService>>,
    ReturnType<typeof servers.client<typeof AutoReplyService>>,
    ReturnType<typeof servers.client<typeof TemplateService>>,
  ];
  const isOpen = async (call: () => Promise<unknown>) => {
    try {
      await call();
      return true;
    } catch {
      expect((await refusalOf(call())).code).toBe(ErrorCode.NO_PERMISSION);
      return false;
    }
  };
  const useCase = AutoMessageUseCase.FIRST_REMINDER;
  const message = (businessId: string) => isOpen(() => autos.updateAutoMessage({ businessId, useCase, minutesAt: 600, daysBefore: 1 }));
  const reply = (businessId: string) => isOpen(() => replies.updateAutoReply({ businessId, autoReplyBody: "Closed", status: 1 }));
  const template = (businessId: string) =>
    isOpen(async () => {
      const made = await templates.createTemplate({ businessId, title: "Hi", body: "Hello" });
      const id = made.template?.id ?? "0";
      await templates.updateTemplate({ id, title: "Hello" });
      await templates.deleteTemplate({ id });
    });
  return {
    reads: [
      await isOpen(() => autos.listAutoMessages({})),
      await isOpen(() => replies.getAutoReply({})),
      await isOpen(() => templates.listTemplates({})),
    ],
    here: [await message("1"), await reply("1"), await template("1")],
    elsewhere: [await message("2"), await reply("2"), await template("2")],
    number: await isOpen(() => servers.client(TextNumberService, caller).getTextNumber({})),
    conversations: await isOpen(() => servers.client(ThreadService, caller).listThreads({})),
  };
}

const nothing = {
  reads: [false, false, false],
  here: [false, false, false],
  elsewhere: [false, false, false],
  number: false,
  conversations: false,
};
const settings = { ...nothing, reads: [true, true, true], here: [true, true, true], number: true };

test.each([
  ["the settings of one's own locations", [P.AUTO_MESSAGE_SETTINGS], settings],
  ["those of all locations", [P.AUTO_MESSAGE_SETTINGS_ALL_LOCATIONS], { ...settings, elsewhere: [true, true, true] }],
  ["the messages", [P.VIEW_MESSAGE_CENTER], { ...nothing, reads: [true, true, true], number: true, conversations: true }],
  ["the booking page of all locations", [P.ONLINE_BOOKING_SETTINGS_ALL_LOCATIONS], nothing],
])("permission-scope-levels: %s alone open themselves, there, and nothing else", async (_, permissions, expected) => {
  expect(await opened(permissions)).toEqual(expected);
});
