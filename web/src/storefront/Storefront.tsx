import { useQuery } from "@connectrpc/connect-query";
import { StorefrontService } from "@leashline/proto/leashline/online_booking/v1/storefront_pb.js";
import Box from "@mui/material/Box";
import { lazy, Suspense, useEffect, useLayoutEffect } from "react";
import { useLocation, useParams } from "react-router";
import { errorCode, errorFact, messageOf } from "../ui/feedback/call-errors.ts";
import { EmptyState } from "../ui/feedback/EmptyState.tsx";
import { ErrorState } from "../ui/feedback/ErrorState.tsx";
import { formatPhone } from "../ui/format/phone.ts";
import { Hero } from "../ui/landing/Hero.tsx";
import { useTitle } from "../ui/page/title.ts";
import { CodeStep } from "./confirm/CodeStep.tsx";
import { followName } from "./confirm/visitor.ts";
import { DoneStep } from "./done/DoneStep.tsx";
import { openDraft, useDraft } from "./draft.ts";
import { heroOf } from "./landing/facts.ts";
import { PetsStep } from "./pets/PetsStep.tsx";
import { needsPlace } from "./place/place.ts";
import { HowFar } from "./progress/HowFar.tsx";
import { Loading } from "./progress/Loading.tsx";
import { useProgress } from "./progress/useProgress.ts";
import { useVisit } from "./progress/useVisit.ts";
import { useResume } from "./resume/useResume.ts";
import { TimeStep } from "./time/TimeStep.tsx";
import type { Shop } from "./types.ts";
import { useStepHistory } from "./useStepHistory.ts";
import { YouStep } from "./YouStep.tsx";

const ClassStep = lazy(() => import("./classes/ClassStep.tsx"));
const DayStep = lazy(() => import("./daycare/DayStep.tsx"));
const PlaceStep = lazy(() => import("./place/PlaceStep.tsx"));
const StayStep = lazy(() => import("./stay/StayStep.tsx"));
const WaitDone = lazy(() => import("./wait/WaitDone.tsx"));
const PayStep = lazy(() => import("./pay/PayStep.tsx"));
const Landing = lazy(() => import("./landing/Landing.tsx"));

const NOT_AVAILABLE = 900010;

/** Whose page it is stands there already, as the gateway wrote it; it stays until the page says it itself. */
const writtenHead = (): HTMLElement | null => document.getElementById("shop");

/** /ol/{name}: a pet parent's way from pet to appointment, made for a phone held in one hand. */
const StorefrontPage = () => {
  const { bookOnlineName, name } = useParams();
  const { pathname } = useLocation();
  const page = (bookOnlineName ?? name ?? "").toLowerCase();
  const { data, error, refetch } = useQuery(StorefrontService.method.getStorefront, { bookOnlineName: page }, { meta: { quiet: true } });
  useEffect(() => openDraft(page), [page]);
  const resuming = useResume(page);
  const shop = data?.storefront;
  // By an old name: what this device has confirmed holds under the new one, before anything asks for it.
  if (shop && shop.bookOnlineName !== page) followName(page, shop.bookOnlineName);
  // Who comes by the address of the shop is introduced to it first; a link to the booking leads there.
  const introduced = shop?.landing !== undefined && bookOnlineName !== undefined && !pathname.endsWith("/book");
  useVisit(shop, introduced);
  const isKnown = shop !== undefined || error !== null;
  useLayoutEffect(() => {
    if (isKnown) writtenHead()?.remove();
  }, [isKnown]);
  useTitle(shop ? `Book at ${shop.businessName}` : "Book online");
  if (errorCode(error) === NOT_AVAILABLE)
    return <EmptyState icon="calendar" title="Online booking is not available here" text={notAvailableText(error)} />;
  if (error && !shop) return <ErrorState error={messageOf(error) ? error : new Error()} onRetry={() => void refetch()} />;
  return (
    <Box sx={{ minHeight: "100dvh", bgcolor: "background.default", display: "flex", flexDirection: "column", fontSize: { md: "1.1rem" } }}>
      <Hero facts={shop && heroOf(shop)} />
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ outline: "none", flex: 1, width: "100%", maxWidth: 560, mx: "auto", display: "flex", flexDirection: "column" }}
      >
        {!shop && <Loading />}
        {shop && introduced && (
          <Suspense fallback={<Loading />}>
            <Landing shop={shop} />
          </Suspense>
        )}
        {shop && !introduced && (resuming ? <Loading /> : <Steps shop={shop} />)}
      </Box>
    </Box>
  );
};

const notAvailableText = (error: unknown): string => {
  const [shop, phone] = [errorFact(error, "businessName"), errorFact(error, "phoneNumber")];
  if (!shop) return "The address may be mistyped, or this business takes no bookings online right now. Please call them.";
  return `${shop} takes no bookings online right now. Please call${phone ? ` ${formatPhone(phone, errorFact(error, "country"))}` : " them"}.`;
};

const Steps = ({ shop }: { shop: Shop }) => {
  const step = useStepHistory();
  const kind = useDraft((draft) => draft.kind ?? "visit");
  const waits = useDraft((draft) => draft.wait !== undefined);
  // By a link, or as last time, somebody may come to a later step.
  const early = useDraft((draft) => needsPlace(draft, shop));
  useEffect(() => {
    if (early) useDraft.setState({ step: "place" });
  }, [early]);
  useProgress(shop);
  return (
    <>
      <HowFar step={step} shop={shop} />
      {step === "pets" && <PetsStep shop={shop} />}
      {step === "place" && (
        <Suspense fallback={<Loading />}>
          <PlaceStep shop={shop} />
        </Suspense>
      )}
      {step === "time" && kind === "visit" && <TimeStep shop={shop} />}
      {step === "time" && kind !== "visit" && (
        <Suspense fallback={<Loading />}>
          {kind === "stay" && <StayStep shop={shop} />}
          {kind === "day" && <DayStep shop={shop} />}
          {kind === "class" && <ClassStep shop={shop} />}
        </Suspense>
      )}
      {step === "you" && <YouStep shop={shop} />}
      {step === "code" && <CodeStep shop={shop} />}
      {step === "pay" && (
        <Suspense fallback={<Loading />}>
          <PayStep shop={shop} />
        </Suspense>
      )}
      {step === "done" && !waits && <DoneStep shop={shop} />}
      {step === "done" && waits && (
        <Suspense fallback={<Loading />}>
          <WaitDone shop={shop} />
        </Suspense>
      )}
    </>
  );
};

const AppointmentPage = lazy(() => import("./appointment/AppointmentPage.tsx"));

/** What pet parents open from a link: the booking page, or one's own appointment. */
const Storefront = () =>
  useParams().token ? (
    <Suspense fallback={<Loading />}>
      <AppointmentPage />
    </Suspense>
  ) : (
    <StorefrontPage />
  );

export default Storefront;
