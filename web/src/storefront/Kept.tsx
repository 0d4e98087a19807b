import Alert from "@mui/material/Alert";
import Skeleton from "@mui/material/Skeleton";
import { lazy, Suspense } from "react";
import { Bill } from "./Bill.tsx";
import { type Draft, hasTime } from "./draft.ts";
import { vaccineTexts } from "./pets/vaccines.ts";
import { isByDay, isInClass, isStay } from "./stay/kind.ts";
import type { Shop } from "./types.ts";

const StayBill = lazy(() => import("./stay/StayBill.tsx"));

/** What is not held for them, or no longer. */
export const KeptOrNot = ({ draft }: { draft: Draft }) => {
  const stay = isStay(draft);
  // Places for the day are kept from when the request is sent.
  if (isByDay(draft) || isInClass(draft)) return null;
  if (!hasTime(draft))
    return (
      <Alert severity="info">
        {stay ? "The rooms are no longer held for you." : "The held time has run out."} Nothing you wrote is lost; choose{" "}
        {stay ? "the nights" : "a time"} again.
      </Alert>
    );
  if (!draft.unkept) return null;
  return (
    <Alert severity="info">
      Many people are booking right now, so we can't hold {stay ? "rooms" : "this time"} for you. {stay ? "They go" : "It goes"} to whoever
      sends their request first.
    </Alert>
  );
};

/** What the shop will ask to see: said before anything is sent. */
const Vaccines = ({ draft, shop }: { draft: Draft; shop: Shop }) => {
  const texts = vaccineTexts(draft, shop);
  if (texts.length === 0) return null;
  return (
    <Alert severity="info">
      {texts.join(" ")} Have the vaccination records ready: {shop.businessName} needs them on file before your visit is booked.
    </Alert>
  );
};

/** What is needed, and what it comes to. */
export const Cost = ({ draft, shop }: { draft: Draft; shop: Shop }) => (
  <>
    <Vaccines draft={draft} shop={shop} />
    <Sum draft={draft} shop={shop} />
  </>
);

const Sum = ({ draft, shop }: { draft: Draft; shop: Shop }) =>
  isStay(draft) ? (
    <Suspense fallback={<Skeleton variant="rounded" height={120} />}>
      <StayBill shop={shop} />
    </Suspense>
  ) : (
    <Bill draft={draft} shop={shop} />
  );
