import { Navigate, useSearchParams } from "react-router";
import { pathTo } from "../../../app/routes/paths.ts";

/** /square/connect/callback: where Square leads back to. Whoever is signed out by then signs in first; the answer travels along. */
const SquareCallback = () => {
  const [search] = useSearchParams();
  const kept = Object.fromEntries(
    ["code", "state", "error"].map((name) => [name, search.get(name) ?? ""]).filter(([, value]) => value !== ""),
  );
  return <Navigate replace to={pathTo("/creditCard/:vendor/:panel", { vendor: "square", panel: "connect" }, kept)} />;
};

export default SquareCallback;
