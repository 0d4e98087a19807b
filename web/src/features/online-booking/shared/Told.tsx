import type { QuestionAnswer } from "@leashline/proto/leashline/online_booking/v1/booking_question_pb.js";
import type { BookingRequest } from "@leashline/proto/leashline/online_booking/v1/booking_request_pb.js";
import type { RequestedPet } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import type { VisitAddress } from "@leashline/proto/leashline/online_booking/v1/visit_address_pb.js";
import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import { addressText } from "../../../ui/format/address.ts";
import { useFormat } from "../../../ui/format/useFormat.ts";
import { PetAvatar } from "../../../ui/PetAvatar.tsx";
import { StatusChip } from "../../../ui/StatusChip.tsx";
import { serviceText } from "./bill/service-text.ts";

/** What was answered, with its question. */
const Told = ({ answers }: { answers: readonly QuestionAnswer[] }) =>
  answers.length > 0 && (
    <Box component="dl" sx={{ m: 0 }}>
      {answers.map(({ key, question, values }) => (
        <Box key={key} sx={{ display: "flex", gap: 0.75, flexWrap: "wrap" }}>
          <Typography component="dt" color="textSecondary">
            {question}
          </Typography>
          <Typography component="dd" sx={{ m: 0, overflowWrap: "anywhere" }}>
            {values.join(", ")}
          </Typography>
        </Box>
      ))}
    </Box>
  );

/** Where a walk begins, or the van comes to. */
const Where = ({ address }: { address: VisitAddress | undefined }) =>
  address && (
    <Typography sx={{ overflowWrap: "anywhere" }}>
      Come to <strong>{addressText(address)}</strong>
    </Typography>
  );

/** Where somebody comes to, and what the shop asked of the owner. */
export const OwnerTold = ({ request: { address, answers } }: { request: BookingRequest }) => (
  <>
    <Where address={address} />
    <Told answers={answers} />
  </>
);

/** What the shop asked of one pet. */
export const PetTold = ({ pet }: { pet: RequestedPet | undefined }) => {
  const format = useFormat();
  const facts = [pet && pet.weight > 0 ? format.weight(pet.weight) : "", pet?.coatType ?? ""].filter(Boolean).join(" · ");
  return (
    <>
      {facts && <Typography color="textSecondary">{facts}</Typography>}
      {pet?.weightNotice && <StatusChip tone="warn">Over the weight limit</StatusChip>}
      <Told answers={pet?.answers ?? []} />
    </>
  );
};

/** The pets, what each is to have, and what was said of it. */
export const PetsAsked = ({ pets, endDate }: Pick<BookingRequest, "pets" | "endDate">) => {
  const { money } = useFormat();
  return pets.map(({ pet, services }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a request's pets never change their order
    <Box key={index} sx={{ display: "flex", gap: 1.25, alignItems: "center" }}>
      <PetAvatar pet={{ name: pet?.petName ?? "", species: pet?.petType ?? "", breed: pet?.breed ?? "" }} />
      <Box sx={{ minWidth: 0 }}>
        <Typography>
          <strong>{pet?.petName}</strong> {pet?.breed}
        </Typography>
        <PetTold pet={pet} />
        <Typography color="textSecondary">
          {services.map((one) => serviceText(one, money, endDate !== "")).join(", ")}
          {pet?.notes && ` · “${pet.notes}”`}
        </Typography>
      </Box>
    </Box>
  ));
};
