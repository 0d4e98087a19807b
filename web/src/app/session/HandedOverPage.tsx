import { SessionService } from "@leashline/proto/leashline/account/v1/session_service_pb.js";
import { Suspense, useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { CounterSigning } from "../../features/customer/CounterSigning.tsx";
import { useGuarded } from "../../ui/form/guarded.ts";
import { clientFor } from "../calls/transport.ts";
import { SignInAgain } from "./SignInAgain.tsx";
import { signedIn, useInfo } from "./session.ts";
import { signOut } from "./session-api.ts";
import { handedOver } from "./session-note.ts";

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
      if (!signedIn() || handedOver()) return;
      void before.then(async (sessionId) => void (sessionId && (await sessions.revokeSession({ sessionId })))).catch(() => undefined);
    };
  }, []);
};

const unlocking = {
  title: "Unlock this device",
  said: "Unlocked",
  go: "Unlock",
  leave: "Sign out",
  wrong: "That is not the password.",
};

/** In place of every page while the device is in a client's hands: what is to be signed, and the way back for whoever knows the password. */
const HandedOver = ({ recordId, onLeave }: { recordId: string; onLeave: () => void }) => {
  const { firstName, lastName, email } = useInfo().account;
  const [asking, setAsking] = useState(false);
  const who = `${firstName} ${lastName}`.trim() || email;
  const text = `For staff: enter the password of ${who} to go back to the client, or sign out and sign in as yourself.`;
  useStay();
  useEndBefore();
  const leave = async () => {
    await signOut();
    onLeave();
  };
  return (
    <Suspense>
      <CounterSigning id={recordId} onStaff={() => setAsking(true)} />
      {asking && <SignInAgain words={{ ...unlocking, text }} onLeave={() => void leave()} onClose={() => setAsking(false)} />}
    </Suspense>
  );
};

export default HandedOver;
