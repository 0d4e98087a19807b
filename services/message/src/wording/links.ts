import { Code, ConnectError } from "@connectrpc/connect";
import { asTenant, type Ctx, fromConnectError } from "@leashline/kit";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { IntakeFormService } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Facts } from "./placeholders.ts";

type Links = NonNullable<Facts["links"]>;
export type Whose = { businessId: string; customerId: string };

/** The addresses that somebody else has to be asked for, and who says them; undefined where there is none. */
const ASKED: Record<string, { name: keyof Links; ask: (ctx: Ctx, whose: Whose) => Promise<string | undefined> }> = {
  "{onlineBookingLink}": {
    name: "onlineBooking",
    ask: async (ctx, { businessId }) => {
      const { setting } = await ctx.client(OnlineBookingSettingService).getOnlineBookingSetting({ businessId });
      return setting?.isEnable && setting.bookOnlineName ? `${ctx.runtime.config.publicUrl}/ol/${setting.bookOnlineName}` : undefined;
    },
  },
  "{petParentPortalLink}": {
    name: "portal",
    ask: async (ctx, { businessId }) => {
      const { setting } = await ctx.client(OnlineBookingSettingService).getOnlineBookingSetting({ businessId });
      return setting?.clientPortal && setting.bookOnlineName
        ? `${ctx.runtime.config.publicUrl}/ol/${setting.bookOnlineName}/me`
        : undefined;
    },
  },
  "{agreementLink}": {
    name: "agreement",
    ask: async (ctx, { customerId }) => {
      if (customerId === "0") return undefined;
      const records = ctx.client(AgreementRecordService);
      const [first] = (await records.listUnsignedAgreements({ customerId, pageSize: 1 })).records;
      return first && (await records.getUnsignedAgreementLink({ id: first.id })).url;
    },
  },
  "{intakeFormLink}": {
    name: "intakeForm",
    ask: async (ctx) => {
      const { forms } = await ctx.client(IntakeFormService).listIntakeForms({});
      const form = forms.find(({ versionNumber }) => versionNumber > 0);
      return form && `${ctx.runtime.config.publicUrl}/intake-form?formId=${form.uuid}`;
    },
  },
};

/** Whether a text speaks of an address that somebody else has to be asked for. */
export const needsLinks = (texts: readonly string[]): boolean =>
  Object.keys(ASKED).some((name) => texts.some((text) => text.includes(name)));

/** The addresses that the texts at hand speak of; others are asked of nobody. What is not there, or not to be had just now, has no link. */
export async function linksFor(ctx: Ctx, whose: Whose, ...texts: string[]): Promise<Links> {
  const links: Links = {};
  const there = asTenant(ctx, { companyId: ctx.companyId, businessId: whose.businessId });
  for (const [placeholder, { name, ask }] of Object.entries(ASKED)) {
    if (!texts.some((text) => text.includes(placeholder))) continue;
    const address = await ask(there, whose).catch(withoutLink);
    if (address) links[name] = address;
  }
  return links;
}

/** Better without the link than not at all. */
function withoutLink(error: unknown): undefined {
  const away = error instanceof ConnectError && error.code === Code.Unavailable;
  if (away || fromConnectError(error)) return undefined;
  throw error;
}
