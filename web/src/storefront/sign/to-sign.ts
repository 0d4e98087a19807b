import { useQuery } from "@connectrpc/connect-query";
import { AgreementSigningService, type BookingAgreement } from "@leashline/proto/leashline/online_booking/v1/agreement_signing_pb.js";
import { type Draft, type SignedWith, useDraft } from "../draft.ts";
import type { Shop } from "../types.ts";
import { requestOf } from "../useSend.ts";
import type { Signing } from "./sign-api.ts";
import { type Keeping, type Typed, typedFor } from "./typed.ts";

/** What has to be signed before the request is sent, filled in with what it will be sent with. */
export const useToSign = (draft: Draft, shop: Shop) => {
  const { bookOnlineName, customer, pets, date, startTime, visitorToken, ...more } = requestOf(draft, shop);
  return useQuery(
    AgreementSigningService.method.previewBookingAgreements,
    {
      ...{ bookOnlineName, visitorToken, firstName: customer.firstName, lastName: customer.lastName },
      pets: pets.map(({ petName, serviceIds }) => ({ petName, serviceIds })),
      // Whoever waits has no day yet.
      ...(!draft.wait && { startTime, ...(date && { date }) }),
      ...("classId" in more && { classId: more.classId }),
    },
    { meta: { quiet: true }, staleTime: 0, refetchOnMount: "always" },
  );
};

const signingOf = (): NonNullable<Draft["signing"]> => useDraft.getState().signing ?? { typed: {}, signed: [] };

/** As what somebody signed: the text that they read, and no other. */
export const signedAs = (signed: readonly SignedWith[], { agreementId, contentHash }: BookingAgreement): SignedWith | undefined =>
  signed.find((one) => one.agreementId === agreementId && one.contentHash === contentHash);

/** What was signed reads otherwise by now. */
export const hasChanged = (signed: readonly SignedWith[], { agreementId, contentHash }: BookingAgreement): boolean =>
  signed.some((one) => one.agreementId === agreementId && one.contentHash !== contentHash);

/** What is typed and drawn stays with what they put together, and through a reload. */
export const keptInDraft = ({ agreementId, contentHash }: BookingAgreement): Keeping => ({
  read: () => typedFor(signingOf().typed[agreementId] ?? {}, contentHash),
  keep: (typed: Typed) => {
    const { typed: others, signed } = signingOf();
    useDraft.setState({ signing: { typed: { ...others, [agreementId]: { ...typed, of: contentHash } }, signed } });
  },
});

export const keepSigned = ({ agreementId, contentHash }: BookingAgreement, { signature, signerName, inputs }: Signing): void => {
  const { typed, signed } = signingOf();
  const one = { agreementId, contentHash, signature, signerName: signerName.trim(), inputs };
  useDraft.setState({ signing: { typed, signed: [...signed.filter((other) => other.agreementId !== agreementId), one] } });
};

/** To be signed once more. */
export const takeBack = (agreementId: string): void => {
  const { typed, signed } = signingOf();
  useDraft.setState({ signing: { typed, signed: signed.filter((other) => other.agreementId !== agreementId) } });
};
