import { Code, ConnectError } from "@connectrpc/connect";
import { asTenant, type Ctx, ErrorCode, fromConnectError } from "@leashline/kit";
import { AgreementRecordService } from "@leashline/proto/leashline/customer/v1/agreement_record_service_pb.js";
import { IntakeFormService } from "@leashline/proto/leashline/customer/v1/intake_form_service_pb.js";
import { OnlineBookingSettingService } from "@leashline/proto/leashline/online_booking/v1/setting_pb.js";
import type { Facts } from "./placeholders.ts";
import { type NamedLink, namedLinksIn } from "./share-links.ts";

export type Links = NonNullable<Facts["links"]> & { named: ReadonlyMap<string, string> };
/** `byHand` where a person writes to this client alone, who asks for a signature also who was let off. */
export type Whose = { businessId: string; customerId: string; byHand?: boolean };

/** The addresses that somebody else has to be asked for, and who says them; undefined where there is none. */
const ASKED: Record<string, { name: Exclude<keyof Links, "named">; ask: (ctx: Ctx, whose: Whose) => Promise<string | undefined> }> = {
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
      return form && formPage(ctx, form.uuid);
    },
  },
};

/** Whether a text speaks of an address that somebody else has to be asked for. */
export const needsLinks = (texts: readonly string[]): boolean =>
  namedLinksIn(texts).length > 0 || Object.keys(ASKED).some((name) => texts.some((text) => text.includes(name)));

const formPage = ({ runtime }: Ctx, uuid: string): string => `${runtime.config.publicUrl}/intake-form?formId=${uuid}`;

/** Where a client signs one agreement, which they are asked for with it; undefined for whoever has signed it or was let off, unless it is by hand, and for one that goes with an appointment they have not. */
async function signingPage(ctx: Ctx, { customerId, byHand = false }: Whose, agreementId: string): Promise<string | undefined> {
  if (customerId === "0") return undefined;
  const records = ctx.client(AgreementRecordService);
  const waiting = (await records.listUnsignedAgreements({ customerId, pageSize: 200 })).records.find(
    (one) => one.agreementId === agreementId,
  );
  if (waiting) return (await records.getUnsignedAgreementLink({ id: waiting.id })).url;
  const { statuses } = await records.getAgreementStatus({ customerId });
  if (statuses.some((one) => one.agreementId === agreementId && one.recordId !== "0")) return undefined;
  const { record } = await records.createUnsignedAgreement({ customerId, agreementId, unlessWaived: !byHand });
  return record && (await records.getUnsignedAgreementLink({ id: record.id })).url;
}

async function addressOf(ctx: Ctx, whose: Whose, { kind, id }: NamedLink): Promise<string | undefined> {
  if (kind === "agreementLink") return await signingPage(ctx, whose, id);
  const { forms } = await ctx.client(IntakeFormService).listIntakeForms({});
  const form = forms.find((one) => one.id === id && one.versionNumber > 0);
  return form && formPage(ctx, form.uuid);
}

export type Missing = (error: unknown) => undefined;

async function asked(ctx: Ctx, whose: Whose, texts: readonly string[], missing: Missing): Promise<Links> {
  const links: NonNullable<Facts["links"]> = {};
  const there = asTenant(ctx, { companyId: ctx.companyId, businessId: whose.businessId });
  for (const [placeholder, { name, ask }] of Object.entries(ASKED)) {
    if (!texts.some((text) => text.includes(placeholder))) continue;
    const address = await ask(there, whose).catch(missing);
    if (address) links[name] = address;
  }
  const named = new Map<string, string>();
  for (const link of namedLinksIn(texts)) {
    const address = await addressOf(there, whose, link).catch(missing);
    if (address) named.set(link.placeholder, address);
  }
  return { ...links, named };
}

/** Better without the link than not at all. */
export const withoutLink: Missing = (error) => {
  if (isPassing(error) || fromConnectError(error)) return undefined;
  throw error;
};
/** What is not to be had just now is asked for again. */
export const orLater: Missing = (error) => {
  if (isPassing(error)) throw error;
  return withoutLink(error);
};

const passing: readonly Code[] = [Code.Unavailable, Code.DeadlineExceeded, Code.ResourceExhausted, Code.Aborted];
const isPassing = (error: unknown): boolean =>
  error instanceof ConnectError && (passing.includes(error.code) || fromConnectError(error)?.code === ErrorCode.SYSTEM_BUSY);

/** The addresses that the texts at hand speak of; others are asked of nobody. What is not there, or not to be had just now, has no link. */
export const linksFor = (ctx: Ctx, whose: Whose, ...texts: string[]): Promise<Links> => asked(ctx, whose, texts, withoutLink);

/** The same for who can wait: what is not to be had just now is thrown. */
export const linksOrLater = (ctx: Ctx, whose: Whose, ...texts: string[]): Promise<Links> => asked(ctx, whose, texts, orLater);

/** The same for who has waited long enough: whatever the reason, what is not to be had has no link. */
export const linksAtLast = (ctx: Ctx, whose: Whose, ...texts: string[]): Promise<Links> =>
  asked(ctx, whose, texts, (error) => void ctx.runtime.log.warn({ error: (error as Error).message }, "a message goes out without a link"));
