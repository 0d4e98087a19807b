import { lazy, Suspense } from "react";
import { DoneStep } from "../done/DoneStep.tsx";
import { type Step, useDraft } from "../draft.ts";
import { Loading } from "../progress/Loading.tsx";
import { TimeStep } from "../time/TimeStep.tsx";
import type { Shop } from "../types.ts";
import { YouStep } from "../YouStep.tsx";
import { Around } from "./Around.tsx";

const ClassStep = lazy(() => import("../classes/ClassStep.tsx"));
const CodeStep = lazy(() => import("../confirm/CodeStep.tsx"));
const DayStep = lazy(() => import("../daycare/DayStep.tsx"));
const PlaceStep = lazy(() => import("../place/PlaceStep.tsx"));
const StayStep = lazy(() => import("../stay/StayStep.tsx"));
const WaitDone = lazy(() => import("../wait/WaitDone.tsx"));
const PayStep = lazy(() => import("../pay/PayStep.tsx"));

const SignStep = lazy(() => import("../sign/SignStep.tsx"));

const WHEN = { visit: TimeStep, stay: StayStep, day: DayStep, class: ClassStep } as const;

/** Each step after the first. */
export const AfterPets = ({ shop, step }: { shop: Shop; step: Step }) => {
  const When = useDraft((draft) => WHEN[draft.kind ?? "visit"]);
  const waits = useDraft((draft) => draft.wait !== undefined);
  return (
    <Around>
      <Suspense fallback={<Loading />}>
        {step === "place" && <PlaceStep shop={shop} />}
        {step === "time" && <When shop={shop} />}
        {step === "you" && <YouStep shop={shop} />}
        {step === "code" && <CodeStep shop={shop} />}
        {step === "sign" && <SignStep shop={shop} />}
        {step === "pay" && <PayStep shop={shop} />}
        {step === "done" && (waits ? <WaitDone shop={shop} /> : <DoneStep shop={shop} />)}
      </Suspense>
    </Around>
  );
};
