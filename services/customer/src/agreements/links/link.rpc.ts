import { implement } from "@leashline/kit";
import { AgreementLinkService } from "@leashline/proto/leashline/customer/v1/agreement_link_service_pb.js";
import { query } from "../../db.ts";
import { sign } from "../records/sign.ts";
import { signersOf } from "../records/step.store.ts";
import { linkedAgreement, noteOpened, prepared } from "./link.ts";
import { openLink, takeAttempt } from "./open-link.ts";

export const linkRpc = implement(AgreementLinkService, {
  async openLinkedAgreement({ token }, ctx) {
    const opened = await openLink(ctx, token);
    await noteOpened(opened);
    return { agreement: await linkedAgreement(opened) };
  },

  async signLinkedAgreement({ token, ...signing }, ctx) {
    const opened = await openLink(ctx, token);
    await takeAttempt(opened);
    await sign(opened.ctx, opened.row.id, signing, "");
    return { agreement: await linkedAgreement(await openLink(ctx, token)) };
  },

  prepareAgreementLink: ({ recordId }, ctx) => prepared(ctx, recordId),

  batchGetAgreementSigners: async ({ recordIds }, ctx) => ({ signers: await query(ctx, (db) => signersOf(db, recordIds)) }),
});
