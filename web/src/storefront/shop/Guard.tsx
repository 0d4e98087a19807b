import { Component, type ReactNode } from "react";
import { isOldVersion, reloadOnce, words } from "../../ui/page/broken.ts";
import { Failed } from "../../ui/plain/Notice.tsx";
import { writtenHead } from "./written.ts";

type Props = { /** What is drawn: at another place it is tried anew. */ at: string; children: ReactNode };
type State = { what?: "old" | "broken" | undefined };

/** Whatever a step threw, or could not be fetched. What was filled in is still there after a reload, and the back key leads to the step before. */
export class Guard extends Component<Props, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { what: isOldVersion(error) ? "old" : "broken" };
  }

  override componentDidCatch(error: unknown): void {
    writtenHead()?.remove();
    if (isOldVersion(error)) reloadOnce();
    else console.error(error);
  }

  override componentDidUpdate({ at }: Props, { what }: State): void {
    if (what && at !== this.props.at) this.setState({ what: undefined });
  }

  override render(): ReactNode {
    const { what } = this.state;
    if (!what) return this.props.children;
    const [title, text] = words[what];
    return <Failed what={title} message={text} again="Reload" onAgain={() => window.location.reload()} />;
  }
}
