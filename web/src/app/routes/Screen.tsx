import type { ComponentType } from "react";
import { useLoaderData } from "react-router";
import NoAccess from "./NoAccess.tsx";
import NotInThisVersion from "./NotInThisVersion.tsx";

const wrapped = new WeakMap<ComponentType, ComponentType>();

/** One wrapper per screen, so that rows that share a screen keep it mounted when the path moves between them. */
export const screenFor = (Inner: ComponentType | undefined): ComponentType => {
  if (!Inner) return NotBuilt;
  const known = wrapped.get(Inner);
  if (known) return known;
  const Screen = () => (useLoaderData() === "noAccess" ? <NoAccess /> : <Inner />);
  wrapped.set(Inner, Screen);
  return Screen;
};

const NotBuilt = () => (useLoaderData() === "noAccess" ? <NoAccess /> : <NotInThisVersion />);
