"""Blocks of ```math, which GitHub shows as formulas: whether they are whole and use words that exist."""
import re

# a formula may use more: add it here, and look at the page once
KNOWN = set("""
alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho varrho sigma
tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega ell nabla partial infty
frac tfrac dfrac sqrt sum prod int dot ddot hat bar tilde vec overline underline underbrace overbrace text mathrm
mathbf mathbb mathcal operatorname boldsymbol left right big Big bigl bigr Bigl Bigr lVert rVert lvert rvert langle
rangle lfloor rfloor lceil rceil Vert vert mid begin end cdot cdots ldots dots vdots ddots times otimes oplus circ
pm mp le leq ge geq ne neq ll gg approx sim simeq equiv propto in notin subset cup cap forall exists perp parallel
to mapsto leftarrow rightarrow Rightarrow Leftrightarrow iff implies quad qquad sin cos tan cot arcsin arccos arctan
exp log ln max min arg det sign tr dim lim sup inf top intercal dagger prime ast star
""".split())


def check_math(block):
    words = re.findall(r"\\([a-zA-Z]+)", block.text)
    for word in sorted(set(words) - KNOWN):
        yield f"{block.where}: the formula has an unknown word \\{word}"
    plain = re.sub(r"\\[{}]", "", block.text)
    if plain.count("{") != plain.count("}") or words.count("left") != words.count("right"):
        yield f"{block.where}: the formula has a bracket without its other half"
    open_parts = []
    for word, name in re.findall(r"\\(begin|end)\{(\w+\*?)\}", block.text):
        if word == "begin":
            open_parts.append(name)
        elif not open_parts or open_parts.pop() != name:
            open_parts.append("?")
            break
    if open_parts:
        yield f"{block.where}: the formula has a \\begin without its \\end"
