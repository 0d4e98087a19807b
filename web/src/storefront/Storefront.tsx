import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { lossless } from "../ui/feedback/errors.ts";
import { formatPhone } from "../ui/format/phone.ts";
import { Hero } from "../ui/landing/Hero.tsx";
import { later, useAhead } from "../ui/page/later.tsx";
import { Failed, Nothing } from "../ui/plain/Notice.tsx";
import { followName } from "./confirm/visitor.ts";
import { isUntouched, openDraft, useDraft } from "./draft.ts";
import { heroOf } from "./landing/facts.ts";
import { Landing } from "./landing/Landing.tsx";
import { PetsStep } from "./pets/PetsStep.tsx";
import { needsPlace } from "./place/place.ts";
import { HowFar } from "./progress/HowFar.tsx";
import { Loading } from "./progress/Loading.tsx";
import { useProgress } from "./progress/useProgress.ts";
import { useVisit } from "./progress/useVisit.ts";
import { useResume } from "./resume/useResume.ts";
import { cameFromBank, goTo } from "./shop/address.ts";
import type { Refused } from "./shop/call.ts";
import { Guard } from "./shop/Guard.tsx";
import { useDocumentTitle } from "./shop/useDocumentTitle.ts";
import { NOT_AVAILABLE, useShop } from "./shop/useShop.ts";
import { writtenHead, writtenShop } from "./shop/written.ts";
import { LaterSteps } from "./steps/later-steps.tsx";
import type { Shop } from "./types.ts";
import { useStepHistory } from "./useStepHistory.ts";

const next = [LaterSteps];
/** Only on the page of a shop that counts its visits. */
const Consent = later(async () => (await import("./measured/Consent.tsx")).Consent, null);

type Props = {
  /** The name in the address. */ page: string /** Whoever comes by the address of the shop is introduced to it first; a link to the booking leads there. */;
  mayIntroduce: boolean;
};

/** /ol/{name}: a pet parent's way from pet to appointment, made for a phone held in one hand. */
export const Storefront = ({ page, mayIntroduce }: Props) => {
  const { shop, error, again } = useShop(page);
  // Only what the gateway wrote with the document did it open the document's policy for.
  const [analyticsId] = useState(() => writtenShop(page)?.shop.analyticsId);
  const opened = useOpenDraft(page, shop?.bookOnlineName.toLowerCase());
  const resuming = useResume(page);
  // By an old name: what this device has confirmed holds under the new one, before anything asks for it.
  if (shop && shop.bookOnlineName !== page) followName(page, shop.bookOnlineName);
  const introduced = shop?.landing !== undefined && mayIntroduce;
  useVisit(shop, introduced);
  // Whoever only reads what the shop says of itself is not sent what they will not need.
  useAhead(next, true);
  const isKnown = shop !== undefined || error !== undefined;
  useLayoutEffect(() => {
    if (isKnown) writtenHead()?.remove();
  }, [isKnown]);
  useDocumentTitle(shop ? `Book at ${shop.businessName}` : "Book online");
  if (error?.code === NOT_AVAILABLE)
    return <Nothing icon="calendar" title="Online booking is not available here" text={notAvailableText(error)} />;
  if (error && !shop) return <Failed message={lossless(error.message)} again="Try again" onAgain={again} />;
  return (
    <div className="ll-book">
      <Hero facts={shop && heroOf(shop)} />
      <main id="content" tabIndex={-1}>
        {!shop && <Loading />}
        {shop && introduced && <Landing shop={shop} />}
        {shop && !introduced && (resuming || !opened ? <Loading /> : <Steps shop={shop} />)}
      </main>
      {shop && analyticsId && <Consent shop={shop} analyticsId={analyticsId} />}
    </div>
  );
};

/** Before any step reads it. The draft goes by the shop's name of today, to which a bank leads back, also where an old one stands in the address. True once it is this shop's. */
const useOpenDraft = (page: string, name: string | undefined): boolean => {
  const own = useDraft((draft) => draft.name);
  const names = useRef(new Set([page]));
  useLayoutEffect(() => {
    if (name === undefined) return;
    if (own !== name) openDraft(name, names.current);
    names.current.add(name);
  }, [name, own]);
  return name !== undefined && own === name;
};

const notAvailableText = ({ facts: { businessName, phoneNumber, country } }: Refused): string => {
  if (!businessName) return "The address may be mistyped, or this business takes no bookings online right now. Please call them.";
  return `${businessName} takes no bookings online right now. Please call${phoneNumber ? ` ${formatPhone(phoneNumber, country)}` : " them"}.`;
};

const Steps = ({ shop }: { shop: Shop }) => {
  const step = useStepHistory();
  // By a link, or as last time, somebody may come to a later step.
  const early = useDraft((draft) => needsPlace(draft, shop));
  useEffect(() => {
    if (early) useDraft.setState({ step: "place" });
  }, [early]);
  useProgress(shop);
  const [untouched] = useState(() => isUntouched(useDraft.getState()));
  if (step === "pets" && untouched && cameFromBank()) return <BackFromBank />;
  return (
    <>
      <HowFar step={step} shop={shop} />
      <Guard at={step}>{step === "pets" ? <PetsStep shop={shop} /> : <LaterSteps shop={shop} step={step} />}</Guard>
    </>
  );
};

/** Mostly in a tab of its own, opened from a frame: the request is sent from there. Where nothing is left of what they were booking, they begin here. */
const BackFromBank = () => (
  <Nothing icon="calendar" title="You are back from your bank" text="Go back to where you were booking, and send your request there.">
    <button type="button" className="ll-press" onClick={() => goTo(window.location.pathname, { replace: true })}>
      Start here instead
    </button>
  </Nothing>
);
