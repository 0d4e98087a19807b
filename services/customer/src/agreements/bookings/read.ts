import { type Ctx, instantAt } from "@leashline/kit";
import type { BookingAgreementsAbout } from "@leashline/proto/leashline/customer/v1/booking_agreement_service_pb.js";
import { query } from "../../db.ts";
import type { AgreementRow } from "../agreement.store.ts";
import { hashOf, textFor, titleOf } from "../agreement-text.ts";
import { businessesOf, factsOf } from "../records/facts.ts";
import { isAsked, type Read, toSign } from "./asked.ts";
import { askedOnline, settledOf } from "./booking.store.ts";

/** An agreement as somebody who books reads it. */
export type ReadAgreement = Read & { title: string; versionNumber: number };

/** When what is booked begins where it takes place; now where no day is chosen. */
const beginning = ({ date, startTime }: BookingAgreementsAbout, zone: string): Date =>
  date ? instantAt(date, startTime, zone) : new Date();

/** All that a newcomer is asked for, each with whether this one has to sign it. */
export async function readFor(ctx: Ctx, about: BookingAgreementsAbout): Promise<ReadAgreement[]> {
  const { businessId, customerId, firstName, lastName, petNames, startTime } = about;
  const asked = (await query(ctx, askedOnline)).filter((one) => isAsked(one, about));
  if (asked.length === 0) return [];
  const business = (await businessesOf(ctx, [businessId])).get(businessId);
  const at = beginning(about, business?.timezoneName || "UTC");
  const ids = asked.map(({ id }) => id);
  const settled = new Set(customerId === "0" ? [] : await query(ctx, (db) => settledOf(db, customerId, ids, at)));
  const must = new Set(toSign(asked, { ...about, settled }).map(({ id }) => id));
  const facts = factsOf({ firstName, lastName, petNames, date: about.date || null, startTime }, business);
  return asked.map((row: AgreementRow) => {
    const text = textFor(row, facts);
    const { id, versionNumber, header } = row;
    return { id, text, contentHash: hashOf(text), must: must.has(id), title: titleOf(header), versionNumber };
  });
}
