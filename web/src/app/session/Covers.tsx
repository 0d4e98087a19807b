import { Suspense, useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { useGuarded } from "../../ui/form/guarded.ts";
import { later } from "../../ui/page/later.tsx";
import SignInAgain from "./SignInAgain.tsx";
import { signOut } from "./session-api.ts";

const CounterSigning = later(async () => (await import("../../features/customer/CounterSigning.tsx")).CounterSigning);

/** Back and forward lead nowhere while the device is handed over. */
const useStay = (): void => {
  const blocker = useBlocker(() => !useGuarded.getState().released);
  useEffect(() => {
    if (blocker.state === "blocked") blocker.reset();
  }, [blocker]);
};

const unlocking = {
  title: "Unlock this device",
  text: "For staff: enter your password to go back to the client.",
  said: "Unlocked",
  go: "Unlock",
  leave: "Sign out",
};

/** In place of every page while the device is in a client's hands: what is to be signed, and the way back for whoever knows the password. */
const HandedOver = ({ recordId, onLeave }: { recordId: string; onLeave: () => void }) => {
  const [asking, setAsking] = useState(false);
  useStay();
  const leave = async () => {
    await signOut();
    onLeave();
  };
  return (
    <Suspense>
      <CounterSigning id={recordId} onStaff={() => setAsking(true)} />
      {asking && <SignInAgain words={unlocking} onLeave={() => void leave()} onClose={() => setAsking(false)} />}
    </Suspense>
  );
};

/** What stands over the pages, or in their place, until a password is given: a session that has ended, and a device that is handed over. */
const Covers = ({ recordId, onLeave }: { recordId?: string; onLeave: () => void }) =>
  recordId ? <HandedOver recordId={recordId} onLeave={onLeave} /> : <SignInAgain onLeave={onLeave} />;

export default Covers;
