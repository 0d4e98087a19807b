import { PushService } from "@leashline/proto/leashline/gateway/v1/push_pb.js";
import { create } from "zustand";
import { queryClient } from "../calls/query-client.ts";
import { clientFor } from "../calls/transport.ts";
import { refreshSession } from "../session/session-api.ts";
import { applyNotice, readNotice } from "./notices.ts";
import { retryClosed, Socket, type SocketState } from "./socket.ts";

/** Whether changes of others reach this page. `broken` from the moment the connection was lost until it stands again. */
export const useLive = create<{ broken: boolean; online: boolean }>()(() => ({ broken: false, online: navigator.onLine }));
const told = (state: SocketState): void => {
  if (state !== "connecting") useLive.setState({ broken: state !== "open" });
};

const push = clientFor(PushService);

/** The address to connect to; the token in it opens one connection within a minute. */
const address = async (): Promise<string> => {
  const { token } = await push.createSocketToken({});
  const url = new URL("/ws", window.location.href);
  url.protocol = url.protocol.replace("http", "ws");
  url.searchParams.set("token", token);
  return url.href;
};

let restart: () => void = () => {};
/** After signing in again over the same page. */
export const restartLive = (): void => restart();

/** Connects while the shell is on the page. Answers the way to stop. */
export const startLive = (): (() => void) => {
  const retry = retryClosed(() => socket.nudge());
  const socket = new Socket({
    address,
    onState: (state) => {
      told(state);
      retry.onState(state);
    },
    onFrame: (frame) => {
      const notice = frame.kind === "push" ? readNotice(frame.action, frame.body) : undefined;
      if (notice) applyNotice(queryClient, notice);
    },
    // Notices may have been missed: everything on screen loads again.
    onResume: () => void queryClient.invalidateQueries(),
    reauthenticate: refreshSession,
  });
  const online = () => {
    useLive.setState({ online: true });
    socket.nudge();
    void queryClient.invalidateQueries();
  };
  const offline = () => useLive.setState({ online: false });
  const visible = () => document.visibilityState === "visible" && socket.nudge();
  window.addEventListener("online", online);
  window.addEventListener("offline", offline);
  document.addEventListener("visibilitychange", visible);
  socket.start();
  restart = () => {
    socket.stop();
    socket.start();
  };
  return () => {
    restart = () => {};
    window.removeEventListener("online", online);
    window.removeEventListener("offline", offline);
    document.removeEventListener("visibilitychange", visible);
    socket.stop();
    retry.stop();
  };
};
