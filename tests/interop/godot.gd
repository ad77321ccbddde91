# Prints how many nodes of each class an imported scene has: `hints.glb: {MeshInstance:46, Spatial:8}`.
#
# Usage: godot3 --path PROJECT -s godot.gd SCENE.glb...

extends SceneTree

func _init():
    for name in OS.get_cmdline_args():
        if not name.ends_with(".glb"):
            continue
        var scene = load("res://" + name)
        if scene == null:
            print(name, ": not imported")
            continue
        var counts = {}
        var open = [scene.instance()]
        while open:
            var node = open.pop_back()
            counts[node.get_class()] = counts.get(node.get_class(), 0) + 1
            open += node.get_children()
        print(name, ": ", counts)
    quit()
