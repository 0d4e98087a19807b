import { type ComponentType, lazy, Suspense } from "react";
import { useLoaderData } from "react-router";

const NoAccess = lazy(() => import("./NoAccess.tsx"));
const NotInThisVersion = lazy(() => import("./NotInThisVersion.tsx"));

const wrapped = new WeakMap<ComponentType, ComponentType>();

/** One wrapper per screen, so that rows that share a screen keep it mounted when the path moves between them. */
export const screenFor = (Inner: ComponentType | undefined): ComponentType => {
  if (!Inner) return NotBuilt;
  const known = wrapped.get(Inner);
  if (known) return known;
  const Screen = () => (useLoaderData() === "noAccess" ? <Instead of={NoAccess} /> : <Inner />);
  wrapped.set(Inner, Screen);
  return Screen;
};

const NotBuilt = () => <Instead of={useLoaderData() === "noAccess" ? NoAccess : NotInThisVersion} />;

const Instead = ({ of: What }: { of: ComponentType }) => (
  <Suspense fallback={null}>
    <What />
  </Suspense>
);
