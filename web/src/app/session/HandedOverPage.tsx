import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { Suspense, useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { useGuarded } from "../../ui/form/guarded.ts";
import { later } from "../../ui/page/later.tsx";
import { clientFor } from "../calls/transport.ts";
import { SignInAgain } from "./SignInAgain.tsx";
import { signedIn } from "./session.ts";
import { signOut } from "./session-api.ts";
import { useSessionEnded } from "./session-ended.ts";

const CounterSigning = later(async () => (await import("../../features/customer/CounterSigning.tsx")).CounterSigning);

/** Back and forward lead nowhere while the device is handed over. */
const useStay = (): void => {
  const blocker = useBlocker(() => !useGuarded.getState().released);
  useEffect(() => {
    if (blocker.state === "blocked") blocker.reset();
  }, [blocker]);
};

const sessions = clientFor(SessionService);

/** The session that stood is not left behind beside the one that took the device back. */
const useEndBefore = (): void => {
  useEffect(() => {
    const before = sessions.listSessions({}).then(
      (answer) => answer.sessions.find(({ current }) => current)?.id,
      () => undefined,
    );
    return () => {
      if (!signedIn() || useSessionEnded.getState().held) return;
      void before.then((sessionId) => (sessionId ? sessions.revokeSession({ sessionId }) : undefined)).catch(() => undefined);
    };
  }, []);
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
  useEndBefore();
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

export default HandedOver;
